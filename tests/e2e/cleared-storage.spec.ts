import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'
import { deletion, MESSAGES, queueWrites } from './queue-writes.ts'

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
    await page.getByRole('button', { name: '更多' }).click()
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
