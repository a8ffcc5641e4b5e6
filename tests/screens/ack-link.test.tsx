import { screen, waitFor } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { ackLink } from '#contract/ack-link.ts'
import { cut } from '#mocks/faults.ts'
import { type AlarmScene, alarmScene } from '../support/alarm-scene.ts'
import { work } from '../support/alert-time.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, open } = await screenTests()
let scene: AlarmScene
let link: string

beforeEach(async () => {
  scene = await alarmScene(t)
  for (const table of ['alarm_step', 'duty_contact']) await t.db.execute(sql.raw(`delete from ${table}`))
  await t.db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select unit_id, 1, '方思齐', '13700000001', now(), now() from building_unit where building_id = ${scene.id} and kind = 'bound'`)
  t.alerted.splice(0)
  await scene.fire()
  await work(t)
  link = `/a/${t.alerted[0]!.link.split('/').at(-1)}`
})

const press = (name: string) => screen.findByRole('button', { name })

test('the link asks for the cause before a verdict and corrects it to a real fire without typing', async () => {
  const { user } = await open(link)
  await user.click(await press('我去看'))
  expect(await screen.findByText('已登记：由方思齐前往核实。')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: '误报' }))
  await user.click(await press('确认为误报'))
  expect(await screen.findByText('请选择误报原因')).toBeVisible()
  expect(await scene.open()).toMatchObject({ state: 'acked', verdict: null })
  await user.click(screen.getByRole('radio', { name: '人员误碰' }))
  await user.click(await press('确认为误报'))
  expect(await screen.findByText('方思齐 已确认为误报')).toBeVisible()
  expect(await scene.open()).toMatchObject({ verdict: 1, note: '人员误碰' })
  await user.click(await press('改为真实火警'))
  expect(screen.getAllByRole('link', { name: '拨打 119' })).toHaveLength(1)
  await user.click(await press('确认为真实火警'))
  expect(await screen.findByText('方思齐 已确认为真实火警')).toBeVisible()
  expect(await scene.open()).toMatchObject({ verdict: 2, note: '现场确认真实火警' })
})

test('an act without a network is kept, and sent when it is back', async () => {
  const { user } = await open(link)
  const go = await press('我去看')
  network.use(cut())
  await user.click(go)
  expect(await screen.findByText('尚未送达：我去看。有信号后自动提交，请勿关闭页面。')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: '真实火警' }))
  await user.click(await press('确认为真实火警'))
  expect(await screen.findByText('尚未送达：真实火警。有信号后自动提交，请勿关闭页面。')).toBeVisible()
  expect(await scene.open()).toMatchObject({ verdict: null })
  network.resetHandlers()
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('方思齐 已确认为真实火警')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/^尚未送达/)).toBeNull())
  expect(await scene.open()).toMatchObject({ verdict: 2 })
})

test('a link opened too often offers 119 and sign-in instead of a retry', async () => {
  const message = '操作过于频繁，请 51 分钟后再试'
  network.use(
    http.get(`*${ackLink.show.path}`, () => HttpResponse.json({ code: 429, message, msg: message, data: null })),
  )
  await open(link)
  expect(await screen.findByRole('heading', { name: '操作过于频繁', level: 1 })).toBeVisible()
  expect(screen.getByText('请 51 分钟后再试')).toBeVisible()
  expect(screen.getByRole('link', { name: '现场有火，先拨打 119' })).toHaveAttribute('href', 'tel:119')
  expect(screen.getByRole('link', { name: '社会单位登录后确认' })).toBeVisible()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})
