import type { Page } from '@playwright/test'
import { type Places, placesOf, SCREENS } from '../bench/screens.ts'
import { keep, SETTLED, sessionOf } from '../bench/support/phone.ts'
import { expect, test } from './fixtures.ts'
import { measureTables, measureTargets } from './measure-page.ts'

const TABLETS = [820, 768]

/** Addresses of an account's pages. A property company has those of a unit. */
function addressesOf(account: string | null, places: Places): readonly string[] {
  const role = account === 'wuye01' ? 'unit01' : account
  return Object.values(SCREENS)
    .flat()
    .filter(({ as }) => as === role)
    .map(({ path }) => path(places))
}

/** As a link does: the frame stays. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForSelector(SETTLED)
  await page.evaluate(async () => {
    const frame = () => new Promise((seen) => requestAnimationFrame(seen))
    await frame()
    await frame()
  })
}

test.use({ reducedMotion: 'reduce', serviceWorkers: 'block' })

for (const [account, viewer] of [
  [null, 'a stranger'],
  ['unit01', 'a unit'],
  ['wuye01', 'a property company'],
  ['zhidui', 'the authority'],
] as const)
  test(`every page of ${viewer} fits the hand and the tablet`, async ({ page, server }) => {
    test.setTimeout(600_000)
    const ofUnit = await sessionOf(server.url, account === 'wuye01' ? account : 'unit01')
    const places = await placesOf(server.url, ofUnit)
    if (account !== null) await keep(page, account === 'zhidui' ? await sessionOf(server.url, account) : ofUnit)
    let targets = 0
    for (const address of addressesOf(account, places)) {
      await page.setViewportSize({ width: 390, height: 844 })
      await open(page, address)
      const { small, covered, targets: count } = await measureTargets(page)
      targets += count
      expect.soft({ address, small, covered }).toEqual({ address, small: [], covered: [] })
      for (const width of TABLETS) {
        await page.setViewportSize({ width, height: 1180 })
        await page.waitForSelector(SETTLED)
        expect.soft({ address, width, tables: await measureTables(page) }).toEqual({ address, width, tables: [] })
      }
    }
    expect(targets).toBeGreaterThan(20)
  })
