import type { Page } from '@playwright/test'
import { expect, test } from '../e2e/fixtures.ts'
import { signIn, TO_DO, untilControlled } from '../e2e/people.ts'
import { releaseInFrontOf } from '../support/newer-version.ts'

test('an unfinished form and a pending write survive an update', async ({ page, server, sql, expectConsole }) => {
  test.setTimeout(120_000)
  expectConsole(/ERR_FAILED/)
  const release = await releaseInFrontOf(server.url)
  await signInAt(page, release.url)
  await untilControlled(page)
  const toNewVersion = async () => {
    release.publish()
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: '更新' }).click()
    await reloaded
  }

  const [toDo] = await sql<{ id: string }>(TO_DO)
  const [own] = await sql<{ id: string }>(
    `select b.id::text from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
     join account a on a.unit_id = bu.unit_id where a.account = 'unit01' and b.access_status = 1 order by b.id limit 1`,
  )
  await page.goto(`${release.url}/editBuilding/${own!.id}?fnc=edit`)
  await expect(page.getByLabel('综合体名称')).toBeVisible()
  await page.getByLabel('综合体名称').fill('写到一半')
  await toNewVersion()
  await expect(page.getByLabel('综合体名称')).toHaveValue('写到一半')

  await page.route('**/todo/deal*', (route) => route.abort())
  await page.goto(`${release.url}/buildDetail/${toDo!.id}/1/todoInfo`)
  await page.getByRole('button', { name: '处理', exact: true }).first().click()
  await expect(page.getByText('已保存在本机，联网后自动提交')).toBeVisible()
  await toNewVersion()
  await page.unrouteAll()
  await page.goto(`${release.url}/outbox`)
  await expect(page.getByText('没有待提交的内容')).toBeVisible({ timeout: 30_000 })

  // Its answer is long in coming.
  let sent = 0
  await page.route('**/todo/deal*', async (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    return route.abort().catch(() => undefined)
  })
  await page.goto(`${release.url}/buildDetail/${toDo!.id}/1/todoInfo`)
  await page.getByRole('button', { name: '处理', exact: true }).last().click()
  await toNewVersion()
  await page.goto(`${release.url}/outbox`)
  await expect(page.getByText('没有待提交的内容')).toBeVisible({ timeout: 30_000 })
  const [{ twice } = { twice: '1' }] = await sql<{ twice: string }>(
    `select count(*) as twice from (select detail->>'id' from audit where action = 'problem.deal'
     group by detail->>'id' having count(*) > 1 and detail->>'id' is not null) as doubled`,
  )
  expect(twice).toBe('0')
  release.close()
})

async function signInAt(page: Page, url: string): Promise<void> {
  await signIn(page, 'unit01', `${url}/login`)
  await page.waitForURL(/socialData/)
}
