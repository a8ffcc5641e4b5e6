import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const A_AND_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What axe has against the page as it stands, levels A and AA; with `dark`, also against its
 * colours in the dark. @param within a selector: of what lies under a popover, edges may look out
 */
export async function complaints(page: Page, { dark = false, within = 'html' } = {}): Promise<string[]> {
  const told = async (axe: AxeBuilder) =>
    (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  const found = await told(new AxeBuilder({ page }).include(within).withTags(A_AND_AA))
  if (!dark) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(
    ...(await told(new AxeBuilder({ page }).include(within).withRules(['color-contrast']))).map(
      (each) => `dark ${each}`,
    ),
  )
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** How far the page reaches beyond the window at its right. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
