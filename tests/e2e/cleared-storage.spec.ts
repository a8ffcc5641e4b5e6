import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'
import { deletion, MESSAGES, queueWrites } from './queue-writes.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'a cleared IndexedDB is noticed: unsent work is named, a lost building is downloaded again',
  {
    tag: '@desktop',
  },
  async ({ page, context, server, sql }) => {
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await untilControlled(page)
    const [building] = await sql<{ id: string; name: string }>(
      `select b.id::text, b.name from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
     join account a on a.unit_id = u.unit_id where a.account = 'unit01' and u.confirmed and b.approve_status is null order by b.id limit 1`,
    )
    await page.goto(`/buildDetail/${building!.id}/0/baseInfo`)
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('button', { name: '离线下载', exact: true }).click()
    await expect(page.getByRole('button', { name: '更新离线资料' })).toBeVisible()
    const [message] = await sql<{ id: string }>(MESSAGES)
    await context.setOffline(true)
    await queueWrites(page, [deletion(message!.id, `cleared-storage-${Date.now()}`)])
    await page.goto('/outbox')
    await expect(page.getByRole('heading', { name: '删除通知' })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('unsent:kept-'))))
      .toBe(true)

    const cdp = await context.newCDPSession(page)
    await cdp.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' })
    await page.goto('/outbox')
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice).toContainText('1 项未提交的内容已丢失')
    await expect(notice).toContainText('删除通知')
    await page.screenshot({ path: 'test-results/cleared-outbox.png' })
    await notice.getByRole('button', { name: '知道了' }).click()
    await expect(notice).toBeHidden()
    await page.reload()
    await expect(page.getByText('没有待提交的内容')).toBeVisible()
    await expect(notice).toBeHidden()

    await context.setOffline(false)
    await page.goto('/packs')
    await expect(notice).toContainText(`1 栋建筑的离线资料已丢失`)
    await expect(notice).toContainText(building!.name)
    await page.screenshot({ path: 'test-results/cleared-packs.png' })
    await notice.getByRole('button', { name: '重新下载' }).click()
    await expect(page.getByText('可离线查看')).toBeVisible()
    await expect(notice).toBeHidden()
  },
)

const BUILDING = `select b.id::text, b.name from building b
  join building_unit u on u.building_id = b.id and u.kind = 'bound' join account a on a.unit_id = u.unit_id
  where a.account = 'unit01' and u.confirmed and b.approve_status is null order by b.id limit 1`

const programFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('workbox-precache'))
    const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return kept.reduce((sum, count) => sum + count, 0)
  })

test(
  'a cleared Cache Storage is said without a network and refilled with one; unsent work stays',
  { tag: '@desktop' },
  async ({ page, context, server, sql, expectConsole }) => {
    expectConsole(/503/)
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await untilControlled(page)
    const whole = await programFiles(page)
    expect(whole).toBeGreaterThan(10)
    const [message] = await sql<{ id: string }>(MESSAGES)
    await server.stop()
    await queueWrites(page, [deletion(message!.id, `cleared-cache-${Date.now()}`)])
    const cdp = await context.newCDPSession(page)
    await cdp.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'cache_storage' })
    await page.goto('/outbox')
    await expect(page.getByText('浏览器清除了本机保存的程序文件')).toBeVisible()
    await page.screenshot({ path: 'test-results/cleared-program.png' })

    await server.start()
    await page.getByRole('link', { name: '重新打开' }).click()
    await expect.poll(() => programFiles(page), { timeout: 60_000 }).toBe(whole)
    await server.stop()
    await page.goto('/packs')
    await expect(page.getByText('下载后 7 天内断网可看')).toBeVisible()
    await server.start()
    await page.goto('/outbox')
    await expect(page.getByText('没有待提交的内容')).toBeVisible()
    const [row] = await sql<{ gone: boolean }>(
      'select deleted_at is not null as gone from message_receiver where id = $1',
      [message!.id],
    )
    expect(row!.gone).toBe(true)
  },
)

test(
  'an evicted bucket: the app names what is gone, and works offline again',
  { tag: '@desktop' },
  async ({ page, context, server, sql }) => {
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await untilControlled(page)
    const [building] = await sql<{ id: string; name: string }>(BUILDING)
    await page.goto(`/buildDetail/${building!.id}/0/baseInfo`)
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('button', { name: '离线下载', exact: true }).click()
    await expect(page.getByRole('button', { name: '更新离线资料' })).toBeVisible()
    const messages = await sql<{ id: string }>(MESSAGES)
    await context.setOffline(true)
    await queueWrites(page, [deletion(messages.at(-1)!.id, `evicted-${Date.now()}`)])
    await page.goto('/outbox')
    await expect(page.getByRole('heading', { name: '删除通知' })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('unsent:kept-'))))
      .toBe(true)
    await context.setOffline(false)
    const cdp = await context.newCDPSession(page)
    await page.goto('/manifest.webmanifest')
    await cdp.send('Storage.clearDataForOrigin', {
      origin: server.url,
      storageTypes: 'indexeddb,cache_storage,service_workers',
    })
    await page.goto('/outbox')
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice).toContainText('1 项未提交的内容已丢失')
    await page.goto('/packs')
    await expect(notice).toContainText(building!.name)
    await untilControlled(page)
    await server.stop()
    await page.goto('/packs')
    await expect(notice).toContainText('1 栋建筑的离线资料已丢失')
  },
)

test(
  'on a device without room a download is refused with the reason, and a write is sent at once',
  { tag: '@desktop' },
  async ({ page, context, server, sql }) => {
    await sql(`delete from checkin where unit_id = (select unit_id from account where account = 'unit01')`)
    const [building] = await sql<{ id: string }>(BUILDING)
    const cdp = await context.newCDPSession(page)
    // Before the first use: the browser remembers the room left.
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 })
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await page.getByRole('button', { name: '签到', exact: true }).click()
    const sent = page.getByText('本机存储不可用，此项未在本机保存，已直接提交').waitFor()
    await page.getByRole('button', { name: '立即签到' }).click()
    await sent
    await page.goto(`/buildDetail/${building!.id}/0/baseInfo`)
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('button', { name: '离线下载', exact: true }).click()
    await expect(page.getByText(/本机存储空间不足或不可用，未能保存$/)).toBeVisible()
    await page.screenshot({ path: 'test-results/full-device.png' })
  },
)
