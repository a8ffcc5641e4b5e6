import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'

const CONNECTED = `select b.id::text, b.name from building b
  join building_unit bu on bu.building_id = b.id and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
  where a.account = 'unit01' and b.access_status = 1 order by b.id limit 1`

test.use({ serviceWorkers: 'allow' })

test('a building read before opens from the list while the server is down, without its phone; another one shows that it is not cached', async ({
  page,
  server,
  sql,
}) => {
  const [seen = { id: '', name: '' }] = await sql<{ id: string; name: string }>(CONNECTED)
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilControlled(page)
  const list = page.getByRole('table', { name: '建筑列表' })
  await page.goto('/buildingList')
  await list.getByRole('link', { name: seen.name }).click()
  const title = page.getByRole('heading', { level: 1 })
  const head = page.getByRole('region', { name: '建筑概要' })
  await expect(head).toBeVisible()
  await expect(title).toHaveText(seen.name)
  await expect(page.getByText('耐火等级')).toBeVisible()
  await page.goBack()
  await expect(list.getByRole('link', { name: seen.name })).toBeVisible()
  await server.stop()
  await page.reload()
  await list.getByRole('link', { name: seen.name }).click()
  await expect(title).toHaveText(seen.name)
  await expect(head).toContainText(/截至 \d\d:\d\d|\d\d:\d\d 更新/)
  await expect(page.getByText('耐火等级')).toBeVisible()
  const notKept = '离线时不保存号码'
  await expect(head.getByRole('button', { name: '呼叫' })).toHaveAttribute('title', notKept)
  await expect(page.getByRole('definition').filter({ hasText: notKept })).toBeVisible()
  await page.goBack()
  const others = list.getByRole('link').filter({ hasNotText: seen.name })
  await others.first().click()
  await expect(page.getByText(/此项本机未保存|此页本机未保存/).first()).toBeVisible()
})
