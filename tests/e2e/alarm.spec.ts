import { type Detector, QUIET_DETECTOR, reportFire } from '../support/report-fire.ts'
import { expect, test } from './fixtures.ts'
import { signIn, untilControlled } from './people.ts'

test.use({ serviceWorkers: 'allow' })

test('a unit acknowledges and judges an alarm on its phone, reverts it and judges offline; the authority reads who decided', async ({
  page,
  context,
  browser,
  server,
  sql,
}) => {
  const [detector] = await sql<Detector>(QUIET_DETECTOR)
  // A key building: its first contact is called at once.
  await sql('update building set building_type = 1 where id = $1', [detector!.id])
  await reportFire(server.url, detector!)
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await untilControlled(page)
  await page.getByRole('region', { name: '火警', exact: true }).getByRole('link', { name: /^全部/ }).click()
  const row = page.getByRole('list', { name: '未结束的火警' }).getByRole('link').filter({ hasText: detector!.name })
  const sheet = page.getByRole('dialog')
  const open = () => row.click()
  const judge = async () => {
    await sheet.getByText('误报', { exact: true }).click()
    await sheet.getByRole('group', { name: '误报原因' }).getByText('油烟、吸烟').click()
    await sheet.getByRole('button', { name: '确认为误报' }).click()
    await expect(sheet.getByText('已处理完')).toBeVisible()
    await sheet.getByRole('button', { name: '关闭' }).click()
    await expect(sheet).toHaveCount(0)
  }

  await expect(row).toContainText('未响应')
  await open()
  await sheet.getByRole('button', { name: '我去看' }).click()
  await expect(sheet.getByRole('region', { name: '处置', exact: true })).toContainText('您正在前往 · 到场后选择结果')
  await expect(sheet.getByRole('region', { name: '处置', exact: true })).toContainText('已响应')
  await judge()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toContainText('已响应')

  await open()
  await expect(sheet.getByRole('region', { name: '现场情况' })).toBeVisible()
  await expect(sheet.getByRole('region', { name: '处置', exact: true })).toContainText('已响应')
  await context.setOffline(true)
  await judge()
  await expect(row).toContainText('待提交：误报')
  await expect(page.getByText(/已确认为误报：.+，已保存在本机，联网后自动提交/)).toBeVisible()
  await context.setOffline(false)
  await expect(row).toBeHidden()

  const desk = await browser.newPage({ baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  await signIn(desk, 'zhidui', '/loginxf')
  await desk.waitForURL(/fireDepData/)
  await desk.goto(`/alarms?building=${detector!.id}`)
  const judged = desk.getByRole('list', { name: '已结束的火警' }).getByRole('link').first()
  await expect(judged).toContainText('误报')
  await judged.click()
  const history = desk.getByRole('region', { name: '经过' }).getByRole('listitem')
  await expect(history.filter({ hasText: '响应' })).toHaveCount(1)
  await expect(history.filter({ hasText: /确认为误报/ })).toHaveCount(2)
  await expect(history.filter({ hasText: '油烟、吸烟' }).last()).toContainText('确认为误报')
  await expect(history.filter({ hasText: '（已撤销）' })).toHaveCount(1)

  const unsent = `select 1 from alarm a join alarm_step s on s.alarm_id = a.id and s.kind = 'inform' and s.done_at is null
    where a.building_id = $1 union all select 1 from alarm a join delivery d on d.alarm_id = a.id
      and d.state in ('queued', 'sending') where a.building_id = $1`
  await expect.poll(async () => (await sql(unsent, [detector!.id])).length, { timeout: 20_000 }).toBe(0)
  await desk.goto(`/deliveries?building=${detector!.id}`)
  const messages = desk.getByRole('table', { name: '通知记录' }).getByRole('row')
  for (const words of ['请到场核实', '已确认误报'])
    await expect(messages.filter({ hasText: words }).first()).toContainText('已送达')
  await expect(messages.filter({ hasText: '未送达' })).toHaveCount(0)
  await desk.close()
})

test('at a desk no verdict moves the evidence', { tag: '@desktop' }, async ({ page, server, sql }) => {
  const [detector] = await sql<Detector>(QUIET_DETECTOR)
  await reportFire(server.url, detector!)
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await page.goto(`/alarms?building=${detector!.id}`)
  const pane = page.getByRole('region', { name: '火警详情' })
  const choices = pane.getByRole('group', { name: /^(现场看到了什么|更正为)$/ })
  const choice = (name: string) => choices.getByText(new RegExp(`^${name}`))
  const evidence = pane.getByRole('region', { name: /^(现场情况|经过)$/ })
  const top = async () => {
    let box = await evidence.boundingBox()
    await expect(async () => expect((box ??= await evidence.boundingBox())).not.toBeNull()).toPass()
    return box!.y
  }
  await expect(choices).toBeVisible()
  const first = await top()
  for (const verdict of ['真实火警', '误报', '测试', '维保']) {
    await choice(verdict).click()
    await expect(pane.getByRole('button', { name: `确认为${verdict}` })).toBeVisible()
    expect(await top()).toBe(first)
  }
  await pane.getByRole('button', { name: '确认为维保' }).click()
  const correct = pane.getByRole('button', { name: '更正', exact: true })
  await expect(pane.getByRole('region', { name: '经过' })).toBeVisible()
  await expect(correct).toBeVisible()
  const second = await top()
  await correct.click()
  await choice('测试').click()
  expect(await top()).toBe(second)
  await page.keyboard.press('Escape')
  await expect(choice('测试')).toBeHidden()
  await pane.getByRole('button', { name: '改为真实火警' }).click()
  await expect(pane.getByRole('button', { name: '确认为真实火警' })).toBeVisible()
  expect(await top()).toBe(second)
})
