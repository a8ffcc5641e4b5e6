import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import { authority } from '#contract/authority.ts'
import { callBatch } from '#contract/call-batch.ts'
import { ERROR_TEXT } from '#contract/errors.ts'
import { dashboard, type RankedArea } from '#contract/dashboard.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { cut } from '#mocks/faults.ts'
import { type AlarmScene, alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()
let scene: AlarmScene

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  scene = await alarmScene(t)
  // The district has no alarms but those of the scene's building.
  await t.db.execute(sql`delete from alarm where building_id in (select id from building where county = '310106')`)
})

async function openWall() {
  const app = await signIn('jingan', '/loginxf')
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ to: '/biPage' })
  return app
}
const list = async () => within(await screen.findByRole('region', { name: '火警列表' }))

test('without open alarms the wall is calm, and says which devices cannot report', async () => {
  await openWall()
  expect(await screen.findByText('当前无火警')).toBeVisible()
  expect(await screen.findByText(/个点位离线，其火警无法收到$/)).toBeVisible()
  expect(await (await list()).findByText('近期没有火警')).toBeVisible()
})

test('buildings are counted by the words of the list: without connection, and failed', async () => {
  const { data } = await scene.send('jingan', dashboard.accessOverview, { countyNo: '310106' })
  const known: OutputOf<typeof dashboard.accessOverview> = data
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${dashboard.accessOverview.path}`, () =>
      HttpResponse.json({
        code: 200,
        message: '',
        msg: '',
        data: { ...known, noAccessCount: 18, accessFailedCount: 6 },
      }),
    ),
  )
  await openWall()
  const panel = await screen.findByRole('region', { name: '建筑接入' })
  await waitFor(() => expect(panel).toHaveTextContent(/未接入12接入失败6$/))
})

test('a chosen building type hides no fire', async () => {
  await t.db.execute(sql`update building set building_type = null where id = ${scene.id}`)
  await scene.fire()
  const { router } = await openWall()
  await router.navigate({ to: '/biPage', search: { buildType: 2 } })
  expect(await screen.findByRole('heading', { level: 1, name: /超高层$/ })).toBeVisible()
  expect(await (await list()).findByRole('list', { name: '未结束的火警' })).toBeVisible()
  expect(screen.queryByText('当前无火警')).toBeNull()
})

test('the calm wall counts the offline points of the fire alarm system', async () => {
  const { data } = await scene.send('jingan', authority.fireAlarm, {})
  const known: OutputOf<typeof authority.fireAlarm> = data
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${authority.fireAlarm.path}`, () =>
      HttpResponse.json({ code: 200, message: '', msg: '', data: { ...known, offlineEquipmentNumber: 12_345 } }),
    ),
  )
  await openWall()
  expect(await screen.findByText('12,345 个点位离线，其火警无法收到')).toBeVisible()
})

const answerAlarms = (open: '0' | '1', answer: object) =>
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${alarm.list.path}`, ({ request }) =>
      new URL(request.url).searchParams.get('open') === open ? HttpResponse.json(answer) : undefined,
    ),
  )

test('ended fires that could not be read are not told as none', async () => {
  answerAlarms('0', { code: 500, message: ERROR_TEXT[500], msg: ERROR_TEXT[500], data: null })
  await openWall()
  expect(await (await list()).findByText(ERROR_TEXT[500])).toBeVisible()
  expect((await list()).queryByText('近期没有火警')).toBeNull()
})

test('the last fire of an unknown source is called so', async () => {
  await scene.fire()
  const known: AlarmRow = await scene.open('zongdui')
  const ended = { ...known, verdict: 1, isOpen: false, buildingId: null, buildingName: null, source: null }
  await t.db.execute(sql`delete from alarm where building_id = ${scene.id}`)
  answerAlarms('0', { code: 200, message: '', msg: '', data: { list: [ended], total: 1 } })
  await openWall()
  expect(await screen.findByText(/^最近一起 .* 未知来源，误报$/)).toBeVisible()
})

test('the way to all fires keeps the district of the wall', async () => {
  await scene.fire()
  const known: AlarmRow = await scene.open('zongdui')
  const rows = Array.from({ length: 20 }, (_, at) => ({ ...known, id: String(at + 1) }))
  answerAlarms('1', { code: 200, message: '', msg: '', data: { list: rows, total: 21 } })
  await openWall()
  const all = await (await list()).findByRole<HTMLAnchorElement>('link', { name: /(全部 21 处|\/ 21)$/ })
  expect(decodeURIComponent(all.href)).toMatch(/\/alarms\?county="?310106"?$/)
})

test('a new fire takes the band and heads the list; a decision made elsewhere moves it to the ended ones', async () => {
  const { client } = await openWall()
  await screen.findByText('当前无火警')
  await scene.fire(0, 20_000)
  const { id, buildingName } = await scene.open('zongdui')
  await client.invalidateQueries()
  const fire = within(await screen.findByRole('alert', { name: '火警状态' }))
  expect(fire.getByText('新火警')).toBeVisible()
  expect(fire.getByText(new RegExp(buildingName!))).toBeVisible()
  const rows = within(await (await list()).findByRole('list', { name: '未结束的火警' }))
  const row = rows.getByRole('link')
  expect(row).toHaveTextContent('静安区')
  expect(row).toHaveTextContent('未响应')
  expect(row).toHaveTextContent('00:20')
  expect(row).toHaveAttribute('href', `/alarms?id=${id}`)

  await scene.send('zongdui', alarm.ack, { id })
  await client.invalidateQueries()
  expect(await screen.findByText(/^均已响应/)).toBeVisible()
  expect(screen.queryByRole('alert', { name: '火警状态' })).toBeNull()
  await scene.send('zongdui', alarm.verdict, { id, verdict: 1 })
  await client.invalidateQueries()
  expect(await screen.findByText('当前无火警')).toBeVisible()
  const ended = within((await list()).getByRole('list', { name: '最近结束的火警' }))
  expect(ended.getByRole('link')).toHaveTextContent('误报')
})

test('lists an older fire before a newer electrical alarm', async () => {
  const monitor = await scene.addPoint('E-12-wall', 12)
  await scene.fire(0, 5 * MINUTE)
  await scene.report({ pointNumber: monitor.number, kind: 'fault', time: scene.wire(2 * MINUTE) })
  await openWall()
  const rows = within(await (await list()).findByRole('list', { name: '未结束的火警' }))
  expect(rows.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.not.stringContaining('电气火灾报警'),
    expect.stringContaining('电气火灾报警'),
  ])
})

test('a low row says what puts it there, and the band how many records came late', async () => {
  const { data } = await scene.send('zongdui', alarm.list, { open: 1 })
  const { list: open, total } = data as OutputOf<typeof alarm.list>
  const app = await signIn('zongdui', '/loginxf')
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ to: '/biPage' })
  const rows = within(await (await list()).findByRole('list', { name: '未结束的火警' })).getAllByRole('link')
  const several = open.findIndex(({ priority, points }) => priority === 1 && points > 1)
  expect(rows[several]).toHaveTextContent(` · ${open[several]!.points} 个设备`)
  const key = open.findIndex(({ priority }) => priority === 2)
  expect(rows[key]).toHaveTextContent('重点建筑')
  const late = open.filter(({ isFresh }) => !isFresh).length
  const band = await screen.findByRole('region', { name: '火警状态' })
  const waiting = open.filter(({ state, callTime }) => callTime !== null || state === 'new').length
  expect([late, waiting, open.length]).toEqual([total, total, total])
  expect(band).toHaveTextContent('全部未响应、补传')
  const [oldest] = [...open].sort((a, b) => a.alarmTime.localeCompare(b.alarmTime))
  expect(screen.getByText('最久').parentElement).toHaveTextContent(oldest!.buildingName!)
  const region = await screen.findByRole('region', { name: '火警列表' })
  expect(within(region).getAllByText(/在前$/)[0]).toBeVisible()
  await scene.send('zhidui', alarm.ack, { id: open[0]!.id })
  await app.client.invalidateQueries()
  await waitFor(() => expect(band).toHaveTextContent(`未响应${waiting - 1} 处补传${late} 处`))
})

test('replayed records are counted beside their place, and in the list while a new fire has the band', async () => {
  const monitor = await scene.addPoint('E-12-late', 12)
  await scene.report({ pointNumber: monitor.number, kind: 'fault', time: scene.wire(4 * 60 * MINUTE) })
  await scene.send('zongdui', alarm.ack, { id: (await scene.open('zongdui')).id })
  const { client } = await openWall()
  expect((await screen.findByText('补传')).parentElement).toHaveTextContent('补传1 处')
  await waitFor(() => expect(screen.getByText('位置').parentElement).toHaveTextContent('静安区'))
  expect(screen.getByText('已响应、补传 · 静安区')).toBeVisible()
  await scene.fire(0, 20_000)
  await client.invalidateQueries()
  expect(await screen.findByRole('alert', { name: '火警状态' })).not.toHaveTextContent('补传')
  const [first] = await (await list()).findAllByText(/^补传记录 1 处/)
  expect(first).not.toHaveClass('max-md:hidden')
})

test('districts that share the last place have the same place', async () => {
  const ranking = (await scene.send('zongdui', dashboard.areaRanking, { rankType: 0 })).data as RankedArea[]
  const rates = ranking.map(({ accessPercentage }) => accessPercentage).sort((a, b) => a - b)
  expect(new Set(rates.slice(0, 3)).size).toBe(1)
  const app = await signIn('zongdui', '/loginxf')
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ to: '/biPage' })
  const items = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('listitem')
  const shared = (await items('区域接入率后三名')).map(({ textContent }) => /^\d+/.exec(textContent ?? '')?.[0])
  expect(new Set(shared).size).toBe(1)
  expect(shared[0]).toBeDefined()
  for (const item of await items('区域评分后三名')) expect(item).toHaveTextContent(/^\d+/)
})

test('says that the sound is off', async () => {
  await openWall()
  expect(await screen.findByRole('button', { name: '此浏览器无法响铃' })).toBeVisible()
})

test('without contact the wall says so, shows clock times, and recovers', async () => {
  await scene.fire(0, 3 * MINUTE)
  await scene.send('zongdui', alarm.ack, { id: (await scene.open('zongdui')).id })
  const { client } = await openWall()
  await waitFor(() => expect(screen.getByRole('region', { name: '火警状态' })).toHaveTextContent('1 处火警未结束'))
  network.use(cut())
  await client.refetchQueries({ type: 'active' })
  const lost = within(await screen.findByRole('alert', { name: '火警状态' }))
  expect(lost.getByText('连接中断')).toBeVisible()
  const row = (await list()).getByRole('list', { name: '未结束的火警' })
  expect(row).toHaveTextContent(scene.wire(3 * MINUTE).slice(11, 16))
  network.resetHandlers()
  await client.refetchQueries({ type: 'active' })
  await waitFor(() => expect(screen.queryByText('连接中断')).toBeNull())
})
