import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
const A_AND_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** With reduced motion colours still change by transitions, inherited ones a frame later. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((seen) => requestAnimationFrame(seen))
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getTiming().iterations !== Infinity
    await frame()
    do await frame()
    while (document.getAnimations().some(isMoving))
  })

async function look(
  page: Page,
  within: string,
  runOnly: axe.RunOnly,
  rules: axe.RunOptions['rules'] = {},
): Promise<string[]> {
  await atRest(page)
  // Evaluated once per document: the content security policy blocks a script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([root, asked]) => {
      // Violations only: half the time.
      const options: axe.RunOptions = { ...asked, resultTypes: ['violations'] }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(root, options)
      // Not too small: partly under a toast, an opened popover or a bar of a page that scrolls.
      const above = '[role=status][aria-live] > *, [aria-expanded=true][aria-controls] ~ section, #frame-places, .z-bar'
      const covers = [...document.querySelectorAll(above)].map((cover) => cover.getBoundingClientRect())
      const isCovered = ({ target: [selector] }: axe.NodeResult) => {
        const box = typeof selector === 'string' && document.querySelector(selector)?.getBoundingClientRect()
        return (
          box &&
          covers.some(
            (over) => over.left < box.right && box.left < over.right && over.top < box.bottom && box.top < over.bottom,
          )
        )
      }
      return violations.flatMap(({ id, nodes }) => {
        const wrong = nodes.filter((node) => id !== 'target-size' || !isCovered(node))
        const some = wrong.slice(0, 3).map(({ html }) => html.slice(0, 160))
        return some.length > 0 ? [`${id} (${wrong.length}): ${some.join(' | ')}`] : []
      })
    },
    [within, { runOnly, rules }] as const,
  )
}

const DIALOG = '[role=dialog], [role=alertdialog]'
const COLOURS = 'color-contrast'

/**
 * A and AA; `dark`: also in dark mode, `practice`: best practices. An open dialog's backdrop covers the page:
 * colours are checked in it only. @param within a selector
 */
export async function complaints(
  page: Page,
  { dark = false, practice = false, within = 'html' } = {},
): Promise<string[]> {
  const coloured = within === 'html' && (await page.locator(DIALOG).count()) > 0 ? DIALOG : within
  const values = practice ? [...A_AND_AA, 'best-practice'] : A_AND_AA
  const colours = () => look(page, coloured, { type: 'rule', values: [COLOURS] })
  const found = await look(page, within, { type: 'tag', values }, { [COLOURS]: { enabled: coloured === within } })
  if (coloured !== within) found.push(...(await colours()))
  if (!dark) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await colours()).map((each) => `dark ${each}`))
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

export async function openedIn(page: Page): Promise<string | undefined> {
  const toasts = 'body > [role=status]'
  for (const opened of [`body > :not(#root):has(${DIALOG})`, ':has(> [aria-expanded=true][aria-controls])'])
    if ((await page.locator(opened).count()) > 0) return `${opened}, ${toasts}`
  return undefined
}

export async function complaintsBySize(page: Page, within?: string): Promise<string[]> {
  const { width = 0 } = page.viewportSize() ?? {}
  if (width > 768 && width < 1000) return []
  return complaints(page, { dark: width > 1000, ...(within && { within }) })
}

/** A phone's layout grows with its content: its screen does not. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - Math.min(innerWidth, screen.width))
