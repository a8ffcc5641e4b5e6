import type { Locator, Page } from '@playwright/test'
import { AUTO_CHECK_IN_MS } from '#contract/checkin.rules.ts'
import { expect, test } from './fixtures.ts'
import { comeSignedIn } from './people.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

function countTaps() {
  let taps = 0
  return {
    async tap(target: Locator) {
      await target.tap()
      taps++
    },
    expectAtMost: (most: number) => expect(taps, 'taps from home').toBeLessThanOrEqual(most),
  }
}

for (const [account, home, wrong] of [
  ['unit01', '/socialData', ['栋建筑收不到数据', '栋建筑低于 60 分', '个点位离线', '个问题未解决']],
  ['zhidui', '/fireDepData', ['栋建筑收不到数据', '个区无值班联系人', '栋建筑无值班联系人', '栋建筑低于 60 分']],
] as const)
  test(`the home of ${account} shows fires and what else is wrong without a tap`, async ({ page, request, sql }) => {
    await sql(`delete from duty_contact where unit_id in (select unit_id from building_unit where building_id = (
      select id from building b where provider_id is not null and registered and not exists (
        select from building_unit bu join account a using (unit_id)
          where bu.building_id = b.id and a.account in ('unit01', 'wuye01')) order by id limit 1))`)
    await comeSignedIn(page, request, account)
    await page.goto(home)
    await expect(region(page, '火警').getByRole('heading')).toHaveText(
      /^\d+ 处(火警未结束|真实火警)((\d+ 个设备报过警|(均为)?补传|补传 \d+ 处)(，[^，]+在前)?|[^，]+在前)?$/,
    )
    const matters = page.getByRole('list', { name: '待处理' }).getByRole('listitem')
    const places = page.getByRole('navigation', { name: '底部菜单' })
    const fold = (await places.boundingBox())!.y
    for (const words of wrong) {
      const title = matters.getByText(words, { exact: true })
      await expect(title).toBeVisible()
      const { y, height } = (await title.boundingBox())!
      expect({ words, isShown: y > 56 && y + height <= fold }).toEqual({ words, isShown: true })
    }
  })

test('a unit handles a problem with two taps', async ({ page, request, sql }) => {
  const { tap, expectAtMost } = countTaps()
  const handled = `select count(*)::int as n from problem p join building_unit bu on bu.building_id = p.building_id
    and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
    where a.account = 'unit01' and p.todo_status = 1 and p.solved_at is null`
  await sql(
    `update problem set happened_at = now() where id = (
      select p.id from problem p join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
        join account a on a.unit_id = bu.unit_id
        where a.account = 'unit01' and p.cause = 'fault' and p.todo_status = 0 and p.solved_at is null
        order by p.id limit 1)`,
  )
  const [before] = await sql<{ n: number }>(handled)
  await comeSignedIn(page, request, 'unit01')
  await page.goto('/socialData')
  const rows = region(page, '消防设施问题').getByRole('row')
  const endedByPersons = rows.filter({ hasNotText: '离线' }).filter({ has: page.getByRole('button', { name: '查看' }) })
  await tap(endedByPersons.first().getByRole('button', { name: '查看' }))
  await tap(page.getByRole('dialog').getByRole('button', { name: '登记为已处理' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(async () => expect((await sql<{ n: number }>(handled))[0]!.n).toBe(before!.n + 1)).toPass()
  expectAtMost(2)
})

test('a building is found by its name with two taps', async ({ page, request, sql }) => {
  const { tap, expectAtMost } = countTaps()
  const [wanted] = await sql<{ id: string; name: string }>(
    `select b.id::text, b.name from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
      join account a on a.unit_id = bu.unit_id where a.account = 'unit01' order by b.id desc limit 1`,
  )
  await comeSignedIn(page, request, 'unit01')
  await page.goto('/socialData')
  await tap(page.getByRole('button', { name: '搜索' }))
  await expect(page.getByRole('combobox', { name: /^搜索/ })).toBeFocused()
  await page.keyboard.type(wanted!.name)
  await tap(
    page
      .getByRole('dialog')
      .getByRole('option', { name: new RegExp(wanted!.name) })
      .first(),
  )
  await expect(page).toHaveURL(new RegExp(`/buildDetail/${wanted!.id}/`))
  await expect(page.getByRole('main')).toContainText(wanted!.name)
  expectAtMost(2)
})

for (const [account, home] of [
  ['unit01', '/socialData'],
  ['jingan', '/fireDepData'],
] as const)
  test(`${account} scans with one tap`, async ({ page, request }) => {
    const { tap, expectAtMost } = countTaps()
    await page.addInitScript(() => {
      navigator.mediaDevices.enumerateDevices = () =>
        Promise.resolve([{ deviceId: '', groupId: '', kind: 'videoinput', label: '', toJSON: () => '' }])
      navigator.mediaDevices.getUserMedia = () =>
        Promise.resolve(document.createElement('canvas').getContext('2d')!.canvas.captureStream())
    })
    await comeSignedIn(page, request, account)
    await page.goto(home)
    await tap(page.getByRole('navigation', { name: '底部菜单' }).getByRole('link', { name: '扫码' }))
    await expect
      .poll(() => page.getByLabel('摄像头画面').evaluate((video: HTMLVideoElement) => video.srcObject !== null))
      .toBe(true)
    expectAtMost(1)
  })

test('a unit that reads its home for half a minute is checked in without a tap', async ({ page, request, sql }) => {
  const today = `day = (now() at time zone 'Asia/Shanghai')::date
    and unit_id = (select unit_id from account where account = 'unit01')`
  await sql(`delete from checkin where ${today}`)
  await page.clock.install()
  await comeSignedIn(page, request, 'unit01')
  await page.goto('/socialData')
  await expect(page.getByRole('button', { name: '签到', exact: true })).toBeVisible()
  await page.clock.runFor(AUTO_CHECK_IN_MS)
  await expect(page.getByRole('button', { name: '已签到', exact: true })).toBeVisible()
  expect(await sql(`select 1 from checkin where ${today}`)).toHaveLength(1)
})

test('the authority approves the longest waiting application with two taps', async ({ page, request, sql }) => {
  const { tap, expectAtMost } = countTaps()
  const [oldest] = await sql<{ id: string; name: string }>(
    `select a.id, b.name from approval a join building b on b.id = a.building_id
      where a.status = 0 and a.withdrawn_at is null order by a.applied_at, a.id limit 1`,
  )
  await sql(`update upload set approval_id = null where approval_id is not null`)
  await comeSignedIn(page, request, 'zhidui')
  await page.goto('/fireDepData')
  const matter = page.getByRole('list', { name: '待处理' }).getByRole('link', { name: /项申请待审批/ })
  const count = /\d+/.exec(await matter.innerText())![0]
  await tap(matter)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 3, name: oldest!.name })).toBeVisible()
  await expect(main.getByText(`1 / ${count}`)).toBeVisible()
  await tap(main.getByRole('button', { name: '通过' }))
  await expect(main.getByRole('heading', { level: 3, name: oldest!.name })).toBeHidden()
  await page.goto('/fireDepData')
  await expect
    .poll(async () => (await sql(`select 1 from approval where id = $1 and status = 1`, [oldest!.id])).length)
    .toBe(1)
  expectAtMost(2)
})
