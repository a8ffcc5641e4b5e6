import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
const A_AND_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Resolves once nothing on the page is on its way to another look. Where motion is reduced each colour still changes by a
 * transition, which ends with a frame, and those it hands its colour down to begin theirs with that one.
 */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((seen) => requestAnimationFrame(seen))
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getTiming().iterations !== Infinity
    await frame()
    do await frame()
    while (document.getAnimations().some(isMoving))
  })

/** One look of axe's at the page as it stands, or at what a selector finds. */
async function look(
  page: Page,
  within: string,
  runOnly: axe.RunOnly,
  rules: axe.RunOptions['rules'] = {},
): Promise<string[]> {
  await atRest(page)
  // Once a document, and not as a script of the page: its policy lets none in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([root, asked]) => {
      // What passes is not asked for: half the time.
      const options: axe.RunOptions = { ...asked, resultTypes: ['violations'] }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(root, options)
      // What a toast covers for its few seconds is not too small to be pressed.
      const toasts = [...document.querySelectorAll('[role=status][aria-live] > *')].map((toast) =>
        toast.getBoundingClientRect(),
      )
      const isCovered = ({ target: [selector] }: axe.NodeResult) => {
        const box = typeof selector === 'string' && document.querySelector(selector)?.getBoundingClientRect()
        return (
          box &&
          toasts.some(
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
 * What axe has against the page as it stands, levels A and AA; with `dark`, also against its
 * colours in the dark, with `practice`, by its own good practice. While a dialog is open, colours are its own: those of
 * the page lie under its veil.
 * @param within a selector: of what lies under a popover, edges may look out
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

/**
 * The selector of what lies over the page or was opened in it, where something is: a dialog stands beside the app's root,
 * a panel or menu beside the button that opened it.
 */
export async function openedIn(page: Page): Promise<string | undefined> {
  const toasts = 'body > [role=status]'
  for (const opened of [`body > :not(#root):has(${DIALOG})`, ':has(> [aria-expanded=true][aria-controls])'])
    if ((await page.locator(opened).count()) > 0) return `${opened}, ${toasts}`
  return undefined
}

/**
 * The same where it makes a difference: on a desktop in the dark, too, and not on a tablet, which draws what one of the
 * other two draws.
 */
export async function complaintsBySize(page: Page, within?: string): Promise<string[]> {
  const { width = 0 } = page.viewportSize() ?? {}
  if (width > 768 && width < 1000) return []
  return complaints(page, { dark: width > 1000, ...(within && { within }) })
}

/** How far the page reaches beyond the window at its right. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
