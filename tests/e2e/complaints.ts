import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type RunOnly = NonNullable<Parameters<AxeBuilder['options']>[0]['runOnly']>

const A_AND_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * What axe has against the page as it stands, levels A and AA; with `dark`, also against its
 * colours in the dark. @param within a selector: of what lies under a popover, edges may look out
 */
export async function complaints(page: Page, { dark = false, within = 'html' } = {}): Promise<string[]> {
  const told = async (axe: AxeBuilder) =>
    (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  // Nothing of ours stands in another site's frame, and what passes is not asked for: half the time.
  const looking = (only: RunOnly) =>
    new AxeBuilder({ page })
      .include(within)
      .setLegacyMode()
      .options({ runOnly: only, resultTypes: ['violations'] })
  const found = await told(looking({ type: 'tag', values: A_AND_AA }))
  if (!dark) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await told(looking({ type: 'rule', values: ['color-contrast'] }))).map((each) => `dark ${each}`))
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** How far the page reaches beyond the window at its right. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
