import { toWireTime } from '#contract/time.ts'
import { demoKeysOf } from '#mocks/seed/provider.ts'
import { signatureOf } from '../support/sign-request.ts'
import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'

/** A smoke detector of unit01 in a building without an undecided alarm. */
const DETECTOR = `select b.id::text, b.name, b.provider_id::int as provider, b.open_project_id as project,
    p.point_number as number
  from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
  join account a on a.unit_id = bu.unit_id join point p on p.building_id = b.id and p.api_id = 1
  where a.account = 'unit01' and b.access_status = 1 and b.provider_id is not null
    and not exists (select 1 from alarm m where m.building_id = b.id and (m.judged_at is null or m.verdict = 2))
  order by b.id, p.id limit 1`

interface Detector extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly provider: number
  readonly project: string
  readonly number: string
}

/** Reports a fire as the building's provider does. */
async function reportFire(url: string, { provider, project, number }: Detector) {
  const item = {
    projectId: project,
    pointNumber: number,
    kind: 'fire',
    phase: 'begin',
    time: toWireTime(new Date()),
    sequence: 0,
  }
  const request = new Request(`${url}/open/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [item] }),
  })
  const headers = await signatureOf(request, demoKeysOf(provider), new Date())
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  expect(await (await fetch(request)).json()).toMatchObject({ code: 200, data: { accepted: 1 } })
}

test('a unit acknowledges and judges on its phone, takes it back, judges again without a network; the authority sees who', async ({
  page,
  context,
  browser,
  server,
  sql,
  expectConsole,
}) => {
  const [detector] = await sql<Detector>(DETECTOR)
  await reportFire(server.url, detector!)
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilControlled(page)
  await page.getByRole('navigation', { name: '底部菜单' }).getByRole('link', { name: '火警' }).click()
  const row = page.getByRole('row').filter({ hasText: detector!.name })
  const sheet = page.getByRole('dialog')
  const open = () => row.getByRole('button', { name: /^处置/ }).click()
  const judge = async () => {
    await sheet.getByText('误报', { exact: true }).click()
    await sheet.getByRole('group', { name: '误报原因' }).getByText('油烟、吸烟').click()
    await sheet.getByRole('button', { name: '确认为误报' }).click()
    await expect(sheet).toHaveCount(0)
  }

  await expect(row).toContainText('未响应')
  await open()
  await sheet.getByRole('button', { name: '我去看' }).click()
  await expect(sheet.getByRole('region', { name: '处置', exact: true })).toContainText('已响应')
  await judge()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toContainText('已响应')

  await open()
  await expect(sheet.getByRole('region', { name: '报警记录' })).toBeVisible()
  await expect(sheet.getByRole('region', { name: '处置', exact: true })).toContainText('已响应')
  await context.setOffline(true)
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await judge()
  await expect(row).toContainText('待提交：误报')
  await expect(page.getByText('已确认为误报，已保存在本机，联网后自动提交')).toBeVisible()
  await context.setOffline(false)
  await expect(row).toBeHidden()

  const desk = await browser.newPage({ baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  await signIn(desk, 'zhidui', '/loginxf')
  await desk.waitForURL(/fireDepData/)
  await desk.goto(`/alarms?all=1&building=${detector!.id}`)
  const judged = desk.getByRole('row').filter({ hasText: '误报' }).first()
  await expect(judged).toContainText(detector!.name)
  await judged.getByRole('button', { name: /^查看/ }).click()
  const history = desk.getByRole('dialog').getByRole('region', { name: '处置经过' })
  await expect(history.getByRole('listitem')).toHaveCount(4)
  await expect(history.getByRole('listitem').first()).toContainText('确认为误报：油烟、吸烟')
  await expect(history).toContainText('（已撤销）')
  await desk.close()
})
