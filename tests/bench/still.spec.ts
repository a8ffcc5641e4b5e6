import { keep, PHONE, SETTLED, visit } from './support/phone.ts'
import { placesOf, SCREENS, sessionsOf } from './screens.ts'
import { expect, test } from '../e2e/fixtures.ts'

for (const [account, of] of [
  [null, 'everybody'],
  ['unit01', 'a unit'],
  ['zhidui', 'the authority'],
] as const)
  test(`no page of ${of} shifts its layout while it loads, on a new device or again`, async ({ browser, server }) => {
    test.setTimeout(600_000)
    const sessions = await sessionsOf(server.url)
    const places = await placesOf(server.url, sessions.get('unit01')!)
    const storage = sessions.get(account ?? '') ?? {}
    for (const { as, path, ready = SETTLED } of Object.values(SCREENS).flat()) {
      if (as !== account) continue
      const page = { origin: server.url, path: path(places), ready, storage }
      const device = await browser.newContext(PHONE)
      const { movers: first } = await visit(device, page, 'slow')
      const { movers: again } = await visit(device, page, 'slow')
      expect.soft({ path: page.path, first, again }).toEqual({ path: page.path, first: [], again: [] })
      await device.close()
    }
  })

test('no page of a saved building shifts its layout', async ({ browser, server }) => {
  const sessions = await sessionsOf(server.url)
  const storage = sessions.get('unit01')!
  const { building } = await placesOf(server.url, storage)
  const device = await browser.newContext(PHONE)
  const detail = `/buildDetail/${building}/1/baseInfo`
  const page = await device.newPage()
  await keep(page, storage)
  await page.goto(server.url + detail)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: '离线下载' }).click()
  await expect(page.getByRole('button', { name: '更新离线资料' })).toBeVisible()
  await page.close()
  for (const path of [detail, '/packs']) {
    const { movers } = await visit(device, { origin: server.url, path, ready: SETTLED, storage }, 'slow')
    expect({ path, movers }).toEqual({ path, movers: [] })
  }
  await device.close()
})
