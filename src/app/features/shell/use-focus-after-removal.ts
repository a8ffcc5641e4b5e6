import { useEffect } from 'react'

const DIALOG = '[role=dialog],[role=alertdialog]'
const ROW = 'li,tr'
const STOPS = 'a[href],button,input,select,textarea,[tabindex]'

interface Held {
  readonly root: Element
  readonly element: Element
  readonly row: Element | undefined
  readonly stop: number
  readonly rows: readonly Element[]
  readonly above: readonly Element[]
  readonly page: string
}

const rootOf = (element: Element) => element.closest(`${DIALOG},#content`)
const stopsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(STOPS)].filter(({ tabIndex }) => tabIndex >= 0)

function hold(element: Element, root: Element): Held {
  const row = element.closest(ROW) ?? undefined
  const rows = [...(row?.parentElement?.children ?? [])]
  const above: Element[] = []
  for (let one = (row ?? element).parentElement; one && root.contains(one); one = one.parentElement) above.push(one)
  return {
    root,
    element,
    row,
    stop: row ? stopsOf(row).findIndex((one) => one === element) : -1,
    rows,
    above,
    page: row ? location.pathname : location.href,
  }
}

function focus(element: HTMLElement | undefined): boolean {
  element?.focus({ preventScroll: true })
  return element !== undefined && element === document.activeElement
}

function focusRow(row: Element | undefined, stop: number): boolean {
  if (!row?.isConnected) return false
  const stops = stopsOf(row)
  return focus(stops[Math.min(stop, stops.length - 1)]) || stops.some(focus)
}

function focusHeading(place: Element): boolean {
  const heading = place.querySelector<HTMLElement>('h1,h2,h3')
  if (!heading) return false
  heading.tabIndex = -1
  return focus(heading)
}

function focusNear({ row, rows, stop, above, page }: Held): void {
  if (page !== (row ? location.pathname : location.href)) return
  const at = rows.findIndex((one) => one === row)
  if (rows.slice(at + 1).some((one) => focusRow(one, stop))) return
  for (let before = at - 1; before >= 0; before -= 1) if (focusRow(rows[before], stop)) return
  above.some((place) => place.isConnected && (place.matches(ROW) ? focusRow(place, 0) : focusHeading(place)))
}

export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let held: Held[] = []
    const move = (lost: Held) => {
      held = held.filter((one) => one !== lost)
      focusNear(lost)
    }
    const follow = ({ target }: FocusEvent) => {
      const root = target instanceof Element && rootOf(target)
      if (!root) return
      held = held.filter((one) => one.root.isConnected)
      const lost = held.find((one) => one.root === root && !one.element.isConnected)
      if (lost) return move(lost)
      if (target === root) return
      held = [...held.filter((one) => one.root !== root), hold(target, root)]
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
      const open = held.filter(({ root }) => root.isConnected)
      const last = open[open.length - 1]
      if (last && !last.element.isConnected && (active === document.body || active === last.root)) move(last)
    })
    changes.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', leave)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', leave)
    }
  }, [])
}
