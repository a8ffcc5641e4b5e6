import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { DEMO_PASSWORD, everythingKept, pressOfAccount, signIn, signOut, untilControlled } from './people.ts'
import { deletion, MESSAGES, queueWrites } from './queue-writes.ts'

const CANARY = '金丝雀换人大厦'
const DRAFT = '草稿大厦金丝雀'
const OWN = `select b.id::text from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
  join account a on a.unit_id = u.unit_id
  where a.account = 'unit01' and u.confirmed and b.approve_status is null order by b.id limit 1`

async function askToHandOver(page: Page): Promise<void> {
  await pressOfAccount(page, '换人使用')
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '换人使用' }).click()
}

async function handOver(page: Page): Promise<void> {
  await askToHandOver(page)
  await page.waitForURL(/\/login$/)
}

async function comeBack(page: Page, account: string): Promise<void> {
  await page.getByRole('region', { name: '本机用过的账号' }).getByRole('button', { name: account }).click()
  await expect(page.getByRole('textbox', { name: '账号' })).toHaveValue(account)
  const password = page.getByRole('textbox', { name: '密码' })
  await expect(password).toBeFocused()
  await password.fill(DEMO_PASSWORD)
  await page.getByRole('textbox', { name: '验证码' }).fill('0000')
  await page.getByAltText('图形验证码').waitFor()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/socialData/)
}

test.use({ serviceWorkers: 'allow' })

test('two people share a device: what one read is unreadable to the other, and is back after the next sign-in', async ({
  page,
  context,
  sql,
}) => {
  test.setTimeout(120_000)
  const [building] = await sql<{ id: string }>(OWN)
  await sql('update building set name = $1 where id = $2', [CANARY, building!.id])
  const [message] = await sql<{ id: string }>(MESSAGES)
  const isDeleted = async () => {
    const [row] = await sql<{ gone: boolean }>(
      'select deleted_at is not null as gone from message_receiver where id = $1',
      [message!.id],
    )
    return row!.gone
  }

  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilControlled(page)
  await page.goto(`/buildDetail/${building!.id}/0/baseInfo`)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: '离线下载', exact: true }).click()
  await expect(page.getByRole('button', { name: '更新离线资料' })).toBeVisible()
  await context.setOffline(true)
  await askToHandOver(page)
  await expect(page.getByText('没有网络或服务器无响应，暂不能换人使用，本机内容未改变。')).toBeVisible()
  expect(await everythingKept(page)).toContain(CANARY)
  await context.route('**/api/message/deleteSingle*', (route) => route.abort('connectionrefused'))
  await queueWrites(page, [deletion(message!.id, `two-people-${Date.now()}`)])
  await context.setOffline(false)
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: '删除通知' })).toBeVisible()
  await page.goto('/bindBuilding?fnc=add')
  await page.getByRole('textbox', { name: '建筑名称' }).fill(DRAFT)
  await expect.poll(() => everythingKept(page)).toContain(DRAFT)
  await handOver(page)
  await expect.poll(() => everythingKept(page)).not.toMatch(new RegExp(`${CANARY}|${DRAFT}`))

  await signIn(page, 'unit02')
  await page.waitForURL(/socialData/)
  await page.goto('/packs')
  await expect(page.getByText('下载后 7 天内断网可看')).toBeVisible()
  await expect(page.getByRole('button', { name: /加密保存的内容$/ })).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByText('没有待提交的内容')).toBeVisible()
  expect(await everythingKept(page)).not.toMatch(new RegExp(`${CANARY}|${DRAFT}`))
  await context.unroute('**/api/message/deleteSingle*')
  await handOver(page)
  expect(await isDeleted()).toBe(false)

  await comeBack(page, 'unit01')
  await expect.poll(isDeleted).toBe(true)
  await page.goto('/bindBuilding?fnc=add')
  await expect(page.getByRole('textbox', { name: '建筑名称' })).toHaveValue(DRAFT)
  await page.goto('/packs')
  await expect(page.getByRole('link', { name: CANARY })).toBeVisible()
  await context.setOffline(true)
  await page.goto(`/buildDetail/${building!.id}/0/baseInfo`)
  await expect(page.getByRole('heading', { level: 1, name: CANARY })).toBeVisible()
  await expect(page.getByRole('region', { name: '建筑概要' })).toContainText(/截至/)
  await context.setOffline(false)
  await page.goto('/packs')
  await signOut(page)
  await page.goto('/login')
  const listed = page.getByRole('region', { name: '本机用过的账号' }).getByRole('button')
  await expect(listed.filter({ hasText: 'unit02' })).toBeVisible()
  await expect(listed.filter({ hasText: 'unit01' })).toHaveCount(0)
})
