import type { Page } from '@playwright/test'

/** Calls under way, a page; for `applyDecision`. */
const underWay = new WeakMap<Page, Set<unknown>>()

export function watchCalls(page: Page): void {
  const calls = new Set<unknown>()
  underWay.set(page, calls)
  page.on('request', (request) => void calls.add(request))
  page.on('requestfinished', (request) => void calls.delete(request))
  page.on('requestfailed', (request) => void calls.delete(request))
  page.on('framenavigated', () => calls.clear())
}

const isStill = () =>
  document.querySelector('[aria-busy=true], .animate-wait') === null &&
  document.querySelector('h1, main, [role=dialog]') !== null

export async function settle(page: Page): Promise<void> {
  const calls = underWay.get(page) ?? new Set()
  let quiet = 0
  for (let tries = 0; tries < 150 && quiet < 3; tries += 1) {
    const still = calls.size === 0 && (await page.evaluate(isStill).catch(() => false))
    quiet = still ? quiet + 1 : 0
    if (quiet < 3) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (quiet < 3) console.log(`${page.url()} did not settle: ${calls.size} calls under way`)
  await page
    .evaluate(async () => {
      const moving = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity)
      await Promise.allSettled(moving.map((each) => each.finished))
    })
    .catch(() => undefined)
}

/** `index`: its position in the page. */
export interface Control {
  readonly key: string
  readonly index: number
  readonly frame: boolean
}

const PRESSABLE = 'button, [role=button], [role=combobox], summary, header a[href="/messages"]'

/** Of each kind. @param within a selector */
export async function controls(page: Page, within: string): Promise<Control[]> {
  return page.evaluate(
    ([pressable, root]) => {
      const seen = new Set<string>()
      const ofList = new Map<Element, number>()
      const all = [...document.querySelectorAll<HTMLElement>(pressable!)]
      return all.flatMap((element, index) => {
        const { width, height } = element.getBoundingClientRect()
        if (!element.closest(root!) || width === 0 || height === 0) return []
        if (element.matches(':disabled, [aria-disabled=true]') || element.closest('[inert], [aria-hidden=true]'))
          return []
        const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\d+/g, '#')
        const inRow = element.closest('tr, li, article') !== null
        const frame =
          element.closest('header, nav, aside') !== null &&
          element.closest('[role=dialog], [role=alertdialog]') === null
        const inDay = element.closest('[role=grid], table') !== null && name.startsWith('#')
        // A long name in a row is its title.
        const words = !inRow && !inDay ? name.slice(0, 24) : `row ${name.length > 6 ? 'title' : name}`
        const key = `${frame ? 'frame ' : ''}${words}`
        if (seen.has(key)) return []
        seen.add(key)
        // Some of a list of choices.
        const list = element.closest('table, ul, ol, [role=menu]')
        if (inRow && list) {
          const before = ofList.get(list) ?? 0
          ofList.set(list, before + 1)
          if (before >= (list.matches('table') ? 8 : 3)) return []
        }
        return [{ key, index, frame }]
      })
    },
    [PRESSABLE, within] as const,
  )
}

/** @returns false where covered or gone */
export async function press(page: Page, { index }: Control): Promise<boolean> {
  try {
    await page.locator(PRESSABLE).nth(index).click({ timeout: 1_500 })
    return true
  } catch {
    return false
  }
}

/** To detect whether a press changed anything. */
export const standing = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([
      location.href,
      [
        ...document.querySelectorAll(
          '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=alert], [aria-expanded=true], [aria-invalid=true], [role=status]',
        ),
      ].map((each) =>
        [
          each.tagName,
          each.getAttribute('role'),
          each.getAttribute('aria-label'),
          each.childElementCount,
          each.textContent?.slice(0, 80),
        ].join(),
      ),
      [...document.querySelectorAll('h1, h2, [role=tab][aria-selected=true], [aria-pressed=true]')].map(
        (each) => each.textContent,
      ),
    ]),
  )

export const overlay = (page: Page): Promise<string | null> =>
  page.evaluate(() => ['[role=alertdialog]', '[role=dialog]'].find((each) => document.querySelector(each)) ?? null)

export const titleOver = (page: Page, selector: string): Promise<string> =>
  page.evaluate(
    (each) => (document.querySelector(`${each} h2`)?.textContent ?? '').replace(/\d+/g, '#').slice(0, 40),
    selector,
  )

/** '' for neither. */
export const standsOpen = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      '[role=dialog]',
      '[role=alertdialog]',
      '[role=menu]',
      '[role=listbox]',
      '[aria-expanded=true]:not([aria-label$=菜单])',
      '[aria-invalid=true]',
    ]
      .map((each) => document.querySelectorAll(each).length)
      .reduce((all, count) => (count > 0 || all !== '' ? `${all} ${count}` : ''), ''),
  )
