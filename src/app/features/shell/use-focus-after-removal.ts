import { useEffect } from 'react'

const DIALOG = '[role=dialog],[role=alertdialog]'
const ROW = 'li,tr'
const GUARD = '[data-headlessui-focus-guard]'
const STOPS = 'a[href],button,input,select,textarea,[tabindex]'
/** Later removals are others'. */
const OWN_MS = 10_000

interface Held {
  readonly root: Element
  readonly element: Element
  readonly stop: number
  readonly rows: readonly Element[]
  readonly at: number
  readonly above: readonly Element[]
  readonly page: string
}

const rootOf = (element: Element) => element.closest(`${DIALOG},#content`)
const stopsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(STOPS)].filter(({ tabIndex }) => tabIndex >= 0)

/** A menu closes before its row goes: its button stays. */
const anchorOf = (element: Element) =>
  document.getElementById(element.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '') ?? element

function hold(element: Element, root: Element): Held | undefined {
  const row = element.closest(ROW)
  if (!row || !root.contains(row)) return undefined
  const rows = [...(row.parentElement?.children ?? [])]
  const above: Element[] = []
  for (let one = row.parentElement; one && root.contains(one); one = one.parentElement) above.push(one)
  const stop = stopsOf(row).findIndex((one) => one === element)
  return { root, element, stop, rows, at: rows.indexOf(row), above, page: location.pathname }
}

function focus(element: HTMLElement | undefined): boolean {
  element?.focus({ preventScroll: true })
  return element !== undefined && element === document.activeElement
}

function focusRow(row: Element, stop: number): boolean {
  if (!row.isConnected) return false
  const stops = stopsOf(row)
  return focus(stops[Math.min(stop, stops.length - 1)]) || stops.some(focus)
}

function focusHeading(place: Element): boolean {
  const heading = place.querySelector<HTMLElement>('h1,h2,h3')
  if (!heading) return false
  heading.tabIndex = -1
  return focus(heading)
}

const isHere = ({ root, page }: Held) => root.isConnected && page === location.pathname

function focusNear({ rows, at, stop, above }: Held, isOwn: boolean): void {
  const isFound =
    isOwn &&
    (rows.slice(at + 1).some((one) => focusRow(one, stop)) ||
      rows.slice(0, at).reduceRight((isDone, one) => isDone || focusRow(one, stop), false))
  if (isFound) return
  above.some((place) => place.isConnected && (place.matches(ROW) ? focusRow(place, 0) : focusHeading(place)))
}

export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let held: Held[] = []
    let pressedAt = -OWN_MS
    const press = () => void (pressedAt = performance.now())
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.matches(GUARD)) return
      const root = rootOf(target)
      held = root ? held.filter((one) => one.root !== root) : []
      const row = root && hold(anchorOf(target), root)
      if (row) held.push(row)
    }
    // Chromium 86 also blurs a removed element.
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) return
      setTimeout(() => {
        if (document.activeElement === document.body)
          held = held.filter(({ element }) => element !== target || !element.isConnected)
      })
    }
    const changes = new MutationObserver(() => {
      const active = document.activeElement
      held = held.filter(isHere)
      const last = held[held.length - 1]
      if (!last || last.element.isConnected || (active !== document.body && active !== last.root)) return
      held.pop()
      focusNear(last, performance.now() - pressedAt < OWN_MS)
    })
    changes.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('click', press, true)
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', leave)
    return () => {
      changes.disconnect()
      document.removeEventListener('click', press, true)
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', leave)
    }
  }, [])
}
