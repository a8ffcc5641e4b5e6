import type { Page } from '@playwright/test'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { isSignedBy, PUSH_ORIGIN, WEBHOOK_ADDRESS } from '../support/message-gateway.ts'
import { pushBrowser } from '../support/push-service.ts'
import { signInElsewhere, untilControlled } from './people.ts'
import { desk, ended, expect, linkTo, panel, row, sheet, test } from './situation.ts'
import { tapNotification } from './tap-notification.ts'

test('an alarm while the home is open is acknowledged from its panel; both see by whom', async ({
  page,
  officer,
  scene,
  enter,
  play,
  received,
  witness,
  ledger,
}) => {
  await enter('/socialData')
  const opened = [
    witness.sees('单位', '新火警', panel(page).filter({ hasText: scene.name })),
    witness.sees('支队', '新火警', panel(officer).filter({ hasText: scene.name })),
  ]
  await play('alarm')
  await Promise.all(opened)
  await expect.poll(received).toEqual(['短信 张一'])
  await panel(page).getByRole('button', { name: '我去看' }).click()
  for (const one of [page, officer]) await expect(panel(one)).toBeHidden()
  await expect(sheet(page).getByRole('region', { name: '处置', exact: true })).toContainText('已响应')
  await officer
    .getByRole('banner')
    .getByRole('link', { name: /^(1 处火警|火警 1 处)$/ })
    .click()
  await witness.sees('支队', '已响应', row(officer, scene).filter({ hasText: '已响应' }))
  await witness.order(['单位 新火警', '支队 新火警', '短信 张一'], ['支队 已响应'])
  await ledger('短信 张一 火警 已送达')
})

test('an alarm over an open form is answered above it, and closing its panel keeps what was typed', async ({
  page,
  scene,
  report,
  enter,
  received,
}) => {
  await enter(`/buildDetail/${scene.id}/0/baseInfo`)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: '检修登记' }).click()
  const note = sheet(page).getByRole('textbox', { name: '说明（选填）' })
  await note.fill('更换探测器')
  await report(scene)
  await panel(page).getByRole('button', { name: '我去看' }).click({ trial: true })
  await expect(panel(page).getByRole('alert')).toContainText(scene.name)
  await panel(page).getByRole('button', { name: '收起' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(note).toHaveValue('更换探测器')
  await expect.poll(received).toEqual(['短信 张一'])
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'with the app closed the alarm comes as a notification, whose button acknowledges it',
    { tag: '@whole-browser' },
    async ({ context, page, officer, scene, report, gateway, sql, request, received, witness, ledger }) => {
      const device = pushBrowser(PUSH_ORIGIN, 'phone')
      await context.grantPermissions(['notifications'])
      await page.addInitScript(({ endpoint, ...keys }) => {
        const subscription = { endpoint, toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription
        PushManager.prototype.subscribe = () => Promise.resolve(subscription)
      }, device.subscription)
      const [contact] = await sql<{ id: string }>(`select id::text from duty_contact where name = '张一'`)
      const headers = { 'x-auth-token': await signInElsewhere(request, 'unit01') }
      const link = await request.post('/field/v1/duty-contact/bind-link', { headers, data: { id: contact!.id } })
      await page.goto(`/b/${((await link.json()) as { data: { token: string } }).data.token}`)
      await untilControlled(page)
      await page.getByRole('button', { name: '允许通知并绑定' }).click()
      await expect(page.getByText('已绑定。测试通知正在发送到本机')).toBeVisible()
      await expect.poll(received).toEqual(['推送 张一'])
      const [worker] = context.serviceWorkers()
      await page.close()
      gateway.accepted.length = 0

      await officer.goto('/alarms')
      const shownNew = witness.sees('支队', '未响应', row(officer, scene).filter({ hasText: '未响应' }))
      await report(scene)
      await shownNew
      await expect.poll(() => received().toSorted()).toEqual(['推送 张一', '短信 张一'])
      const news = device.read(gateway.accepted.findLast(({ channel }) => channel === 'push')!.body)
      expect(news.title).toBe(`火警：${scene.name}`)
      const shown = await tapNotification(worker!, news, 'ack')
      expect(shown).toEqual([`火警：${scene.name}`, '我去看', '误报', '已登记：由您前往核实'])
      await witness.sees(
        '支队',
        '张一已响应',
        row(officer, scene).filter({ hasText: '已响应' }).filter({ hasText: '张一' }),
      )
      await witness.order(['支队 未响应', '推送 张一', '短信 张一'], ['支队 张一已响应'])
      await ledger(['推送 张一 火警 已送达', '短信 张一 火警 已送达'])
    },
  )

  test('a verdict given without a network is never shown as sent; back online it arrives once', async ({
    page,
    context,
    officer,
    scene,
    report,
    enter,
    received,
    witness,
    ledger,
  }) => {
    await enter('/alarms')
    await untilControlled(page)
    await officer.goto('/alarms')
    await report(scene)
    await row(page, scene).click()
    await expect(sheet(page).getByRole('region', { name: '现场情况' })).toBeVisible()
    await expect.poll(received).toEqual(['短信 张一'])
    await context.setOffline(true)
    await judgeFalse(page)
    await witness.sees('单位', '待提交：误报', row(page, scene).filter({ hasText: '待提交：误报' }))
    await expect(row(officer, scene)).toContainText('未响应')
    await context.setOffline(false)
    await Promise.all([
      witness.sees('单位', '误报', ended(page, scene).filter({ hasText: '误报' })),
      witness.sees('支队', '误报', ended(officer, scene).filter({ hasText: '误报' })),
    ])
    await witness.order(['短信 张一'], ['单位 待提交：误报'], ['单位 误报', '支队 误报', '短信 张一'])
    await ledger('短信 张一 火警 已送达', '短信 张一 已确认误报 已送达')
  })

  test('of two deciders the authority is believed; the unit sees why its verdict was refused, and no message names it', async ({
    page,
    context,
    officer,
    scene,
    report,
    enter,
    received,
    witness,
    ledger,
  }) => {
    await enter('/alarms')
    await untilControlled(page)
    await officer.goto('/alarms')
    await report(scene)
    await row(page, scene).click()
    await expect(sheet(page).getByRole('region', { name: '现场情况' })).toBeVisible()
    await expect.poll(received).toEqual(['短信 张一'])
    await context.setOffline(true)
    await judgeFalse(page)
    await witness.sees('单位', '待提交：误报', row(page, scene).filter({ hasText: '待提交：误报' }))

    await row(officer, scene).click()
    await desk(officer).locator('label').filter({ hasText: '真实火警' }).click()
    await desk(officer).getByRole('button', { name: '确认为真实火警' }).click()
    await witness.sees('支队', '真实火警', row(officer, scene).filter({ hasText: '真实火警' }))
    await expect.poll(received).toEqual(['短信 张一', '短信 张一'])
    await context.setOffline(false)
    await witness.sees('单位', '提交失败', row(page, scene).filter({ hasText: '提交失败' }))
    await row(page, scene).click()
    await expect(sheet(page)).toContainText(/操作提交失败：.*真实火警/)
    await sheet(page).getByRole('button', { name: '知道了' }).click()
    await expect(sheet(page).getByRole('region', { name: '真实火警处置' })).toBeVisible()
    await witness.order(['短信 张一'], ['单位 待提交：误报'], ['支队 真实火警', '短信 张一'], ['单位 提交失败'])
    await ledger('短信 张一 火警 已送达', '短信 张一 真实火警 已送达')
  })
})

test('a real fire reaches the command centre, signed, and the unit reads to call 119', async ({
  page,
  officer,
  scene,
  report,
  gateway,
  enter,
  received,
  witness,
  ledger,
}) => {
  await officer.goto('/dutyContacts')
  const section = officer.getByRole('region', { name: '对外转发' })
  await section.getByLabel('转发地址').fill(WEBHOOK_ADDRESS)
  await section.getByRole('button', { name: '新增转发' }).click()
  const secret = await section.locator('code').innerText()
  await officer.goto('/alarms')
  await enter('/alarms')
  const shownNew = witness.sees('支队', '未响应', row(officer, scene).filter({ hasText: '未响应' }))
  await report(scene)
  await shownNew
  await expect.poll(received).toEqual(['短信 张一'])
  await row(page, scene).click()
  await sheet(page).getByText('真实火警', { exact: true }).click()
  await sheet(page).getByRole('button', { name: '确认为真实火警' }).click()
  await Promise.all([
    witness.sees('单位', '拨打 119', sheet(page).getByRole('link', { name: '拨打 119' })),
    witness.sees('支队', '真实火警', row(officer, scene).filter({ hasText: '真实火警' })),
  ])
  await witness.order(
    ['支队 未响应', '短信 张一'],
    ['单位 拨打 119', '支队 真实火警', '短信 张一', '对外转发 command.example.com'],
  )
  const forwarded = gateway.accepted.find(({ channel }) => channel === 'webhook')!
  expect(JSON.parse(forwarded.text)).toMatchObject({
    type: 'alarm.fire',
    data: { buildingId: scene.id, buildingName: scene.name, verdict: 2 },
  })
  expect(isSignedBy(forwarded, secret)).toBe(true)
  await ledger('短信 张一 火警 已送达', ['短信 张一 真实火警 已送达', '对外转发 command.example.com 真实火警 已送达'])
})

test('a stream cut for two minutes is shown; afterwards the alarm of that time arrives with its age', async ({
  page,
  context,
  officer,
  scene,
  report,
  sql,
  enter,
  received,
  witness,
  ledger,
}) => {
  await enter('/socialData')
  await expect(page.locator('[data-live=live]')).toBeVisible()
  await context.setOffline(true)
  await witness.sees('单位', '已中断', page.locator('[data-live=cut]'))
  const shownNew = witness.sees('支队', '新火警', panel(officer).filter({ hasText: scene.name }))
  await report(scene)
  await shownNew
  await expect(panel(page)).toHaveCount(0)
  await expect.poll(received).toEqual(['短信 张一'])
  const ago = `interval '2 minutes'`
  await sql(`update change set at = at - ${ago}`)
  await sql(
    `update alarm set version = version + 1, occurred_at = occurred_at - ${ago}, received_at = received_at - ${ago}`,
  )
  await context.setOffline(false)
  await witness.sees('单位', '新火警', panel(page).filter({ hasText: scene.name }))
  await expect(page.locator('[data-live=live]')).toBeVisible()
  await expect(panel(page).getByLabel(/^已过去 0[2-9]:/)).toBeVisible()
  await panel(officer).getByRole('button', { name: '我去看' }).click()
  await expect(panel(page)).toBeHidden()
  await witness.order(['单位 已中断'], ['支队 新火警', '短信 张一'], ['单位 新火警'])
  await ledger('短信 张一 火警 已送达')
})

test('during a test of the building its detectors call no person; a manual call point does', async ({
  page,
  officer,
  scene,
  report,
  sql,
  enter,
  received,
  witness,
  ledger,
}) => {
  await enter(`/buildDetail/${scene.id}/0/baseInfo`)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('button', { name: '检修登记' }).click()
  await sheet(page).getByText('测试', { exact: true }).click()
  await sheet(page).getByRole('button', { name: '登记', exact: true }).click()
  await expect(sheet(page)).toHaveCount(0)
  await page.goto('/socialData')
  await officer.goto('/alarms')
  const shownShelved = witness.sees('支队', '检修', row(officer, scene).filter({ hasText: '检修' }))
  await report(scene)
  await shownShelved
  await expect(page.getByRole('heading', { name: /1 处火警未结束/ })).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await ledger()
  expect(received()).toEqual([])

  await officer.goto('/alarms')
  const [manual] = await sql<{ number: string }>(
    `select point_number as number from point where building_id = $1 and device_type = 23 order by id limit 1`,
    [scene.id],
  )
  const shownNew = [
    witness.sees('单位', '新火警', panel(page).filter({ hasText: scene.name })),
    witness.sees('支队', '未响应', row(officer, scene).filter({ hasText: '未响应', hasNotText: '检修' })),
  ]
  await report({ ...scene, ...manual, provider: FIRST_PROVIDER_ID })
  await Promise.all(shownNew)
  await witness.order(['支队 检修'], ['单位 新火警', '支队 未响应', '短信 张一'])
  await ledger('短信 张一 火警 已送达')
})

test('a storm of a thousand fires in one building is one alarm and one message', async ({
  page,
  officer,
  scene,
  enter,
  play,
  witness,
  ledger,
}) => {
  await enter('/socialData')
  await officer.goto('/alarms')
  const shownNew = [
    witness.sees('单位', '新火警', panel(page).filter({ hasText: scene.name })),
    witness.sees('支队', '未响应', row(officer, scene).filter({ hasText: '未响应' })),
    witness.sees('支队', '22 个设备', row(officer, scene).filter({ hasText: '22 个设备' })),
  ]
  await play('storm')
  await Promise.all(shownNew)
  await expect(row(officer, scene)).toHaveCount(1)
  await expect(desk(officer)).toContainText('共 1000 条记录')
  await witness.order(['单位 新火警', '支队 未响应', '短信 张一', '支队 22 个设备'])
  await ledger('短信 张一 火警 已送达')
})

test('a replayed backlog is one alarm that calls no person, and one digest', async ({
  page,
  officer,
  scene,
  sql,
  enter,
  play,
  received,
  witness,
  ledger,
}) => {
  await enter('/socialData')
  await officer.goto('/alarms')
  const shownReplayed = [
    witness.sees('支队', '补传记录', row(officer, scene).filter({ hasText: '补传记录' })),
    witness.sees('单位', '补报火警', page.getByRole('region', { name: '补报火警' }).filter({ hasText: scene.name })),
  ]
  await play('backlog')
  await Promise.all(shownReplayed)
  await ledger()
  expect(received()).toEqual([])
  await sql(`update alarm_step set due_at = clock_timestamp() where kind = 'digest'`)
  await witness.order(['支队 补传记录', '单位 补报火警'], ['短信 张一'])
  await ledger(`短信 张一 ${scene.name}补报断线期间火警600条 已送达`)
})

test('if push, SMS and voice all fail the desk says so, the alarm is on every screen and the ledger has it', async ({
  page,
  officer,
  scene,
  report,
  gateway,
  sql,
  enter,
  received,
  witness,
  ledger,
}) => {
  const { endpoint, p256dh, auth } = pushBrowser(PUSH_ORIGIN, 'phone').subscription
  await sql(
    `insert into contact_device (contact_id, name, endpoint, p256dh, auth, link_hash, bound_at)
     select id, '手机', $1, $2, $3, '', now() from duty_contact where name = '张一'`,
    [endpoint, p256dh, auth],
  )
  gateway.isDown = true
  await enter('/socialData')
  await officer.goto('/alarms')
  const failure = officer.getByRole('alert').filter({ hasText: '全部通知方式故障' })
  const shownNew = [
    witness.sees('单位', '新火警', panel(page).filter({ hasText: scene.name })),
    witness.sees('支队', '未响应', row(officer, scene).filter({ hasText: '未响应' })),
    witness.sees('支队', '全部通知方式故障', failure),
  ]
  await report(scene)
  await Promise.all(shownNew)
  await expect(failure).toContainText('推送、短信、电话均未送达')
  await witness.order(['单位 新火警', '支队 未响应', '支队 全部通知方式故障'])
  await ledger(['推送 张一 火警 未送达', '短信 张一 火警 未送达', '电话 张一 火警 未送达'])
  expect(received()).toEqual([])
})

test.describe('with quick steps', () => {
  test.use({ steps: [0, 1, 2, 3600, 7200, 10_800] })

  test('an alarm escalates to the third person, whose link acknowledges it and ends the calls', async ({
    page,
    officer,
    scene,
    report,
    gateway,
    received,
    witness,
    ledger,
  }) => {
    await officer.goto('/alarms')
    const shownNew = witness.sees('支队', '未响应', row(officer, scene).filter({ hasText: '未响应' }))
    await report(scene)
    await shownNew
    await expect.poll(() => received().length).toBe(7)
    await expect(row(officer, scene)).toContainText('未响应')
    await page.goto(linkTo(gateway, '王三'))
    await page.getByRole('button', { name: '我去看' }).click()
    await Promise.all([
      witness.sees('王三', '由王三前往核实', page.getByText('由王三前往核实')),
      witness.sees('支队', '王三已响应', row(officer, scene).filter({ hasText: '王三' })),
    ])
    await page.getByText('误报', { exact: true }).click()
    await page.getByText('施工作业', { exact: true }).click()
    await page.getByRole('button', { name: '确认为误报' }).click()
    await expect(page.getByText('王三 已确认为误报')).toBeVisible()
    await expect(row(officer, scene)).toHaveCount(0)
    await witness.order(
      ['支队 未响应', '短信 张一', '短信 张一', '短信 李二', '电话 张一', '电话 李二', '短信 王三', '电话 王三'],
      ['王三 由王三前往核实', '支队 王三已响应'],
      ['短信 张一', '短信 李二', '短信 王三'],
    )
    await ledger(
      '短信 张一 火警 已送达',
      ['短信 张一', '短信 李二', '电话 张一'].map((one) => `${one} 火警1秒无人响应 已送达`),
      ['短信 王三', '电话 李二', '电话 王三'].map((one) => `${one} 火警2秒无人响应 已送达`),
      ['张一', '李二', '王三'].map((name) => `短信 ${name} 已确认误报 已送达`),
    )
  })
})

test.describe('at night', () => {
  test.use({ steps: [0, 1, 2, 3, 4, 5] })

  test('an unanswered alarm escalates to the district and the city, and stays on every screen', async ({
    page,
    officer,
    scene,
    enter,
    play,
    received,
    witness,
    ledger,
  }) => {
    await enter('/socialData')
    await officer.goto('/alarms')
    const shownNew = [
      witness.sees('单位', '新火警', panel(page).filter({ hasText: scene.name })),
      witness.sees('支队', '未响应', row(officer, scene).filter({ hasText: '未响应' })),
    ]
    await play('night')
    await Promise.all(shownNew)
    await expect.poll(received).toContain('短信 市值班')
    const shown = ['单位 新火警', '支队 未响应']
    const people = ['短信 张一', '短信 张一', '短信 李二', '电话 张一', '电话 李二', '短信 王三', '电话 王三']
    const later = ['短信 区值班', '短信 张一', '短信 李二', '短信 市值班']
    await witness.order([...shown, ...people, ...later])
    await ledger(
      '短信 张一 火警 已送达',
      ['短信 张一', '短信 李二', '电话 张一'].map((one) => `${one} 火警1秒无人响应 已送达`),
      ['短信 王三', '电话 李二', '电话 王三'].map((one) => `${one} 火警2秒无人响应 已送达`),
      '短信 区值班 火警 已送达',
      ['张一', '李二'].map((name) => `短信 ${name} 火警4秒无人响应 已送达`),
      '短信 市值班 火警 已送达',
    )
    await expect(panel(page)).toContainText(scene.name)
    await expect(panel(page)).toContainText('多个设备报警')
    await officer.goto('/alarms')
    await expect(row(officer, scene)).toContainText('未响应')
  })
})

async function judgeFalse(phone: Page): Promise<void> {
  await sheet(phone).getByText('误报', { exact: true }).click()
  await sheet(phone).getByText('油烟、吸烟').click()
  await sheet(phone).getByRole('button', { name: '确认为误报' }).click()
  await expect(sheet(phone).getByText('已处理完')).toBeVisible()
  await sheet(phone).getByRole('button', { name: '关闭' }).click()
}
