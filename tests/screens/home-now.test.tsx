import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import { approval } from '#contract/approval.ts'
import { callBatch } from '#contract/call-batch.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { score } from '#contract/score.ts'
import { toWireTime } from '#contract/time.ts'
import { noteSilence } from '#app/offline/connection.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { mine } from '../support/dashboard-answers.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

type Duty = OutputOf<typeof dashboard.duty>
type Alarms = OutputOf<typeof alarm.list>

async function told<E extends Endpoint>(account: string, call: E, input: InputOf<E>): Promise<OutputOf<E>> {
  return (await t.call(call, input, await t.signIn(account))).body.data as OutputOf<E>
}

const fires = async () => within(await screen.findByRole('region', { name: '火警' }))
const matters = async () =>
  within(await screen.findByRole('list', { name: '待处理' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** Without the batch. */
function replace(...answers: readonly (readonly [{ readonly path: string }, unknown])[]) {
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    ...answers.map(([{ path }, data]) =>
      http.get(`*${path}`, () => HttpResponse.json({ code: 200, message: '', msg: '', data })),
    ),
  )
}

const CLEAR: Duty = {
  low: { buildings: 0, worst: [] },
  problems: { fires: 0, faults: 0, offline: 0, buildings: 0, since: null, buildingName: null },
  offline: { points: 0, buildings: 0, worst: [] },
  silent: [],
  refused: { buildings: 0, name: null, reason: null },
  isContactless: false,
  contactless: { organs: 0, buildings: 0 },
}
const NO_ALARMS: Alarms = { list: [], total: 0 }

test('a unit’s home begins with its open alarms, then what else needs it, each with the number of its list', async () => {
  await t.db.execute(sql`update building set approve_status = 1, refuse_reason = '缺点位清单'
    where id = (select max(id) from building where id in ${mine})`)
  const { silent, low, offline, refused } = await told('unit01', dashboard.duty, {})
  const { total } = await told('unit01', alarm.list, { open: 1 })
  const { notSolvedNum } = await told('unit01', problem.facilityCounts, {})
  const { user, router } = await signIn('unit01')
  expect(await (await fires()).findByText(`${total} 处火警未结束`)).toBeVisible()
  expect((await fires()).getByText(/紧急的在前/)).toBeVisible()
  const expected = [
    ...silent.map(({ buildings }) => `${buildings}栋建筑收不到数据`),
    `${low.buildings}栋建筑低于 60 分`,
    `${offline.points}个点位离线`,
    `${notSolvedNum}个问题未解决`,
    `${refused.buildings}栋建筑的申请被拒绝`,
  ]
  expect((await matters()).map((text, at) => text.slice(0, expected[at]?.length))).toEqual(expected)

  await user.click(screen.getByRole('button', { name: /个点位离线/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '设备点位' }))
  expect(await dialog.findByText(/^共/)).toHaveTextContent(`共 ${offline.points} 条`)
  await user.click(dialog.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('link', { name: /个问题未解决/ }))
  await waitFor(() => expect(screen.getByText(/^共/)).toHaveTextContent(`共 ${notSolvedNum} 条`))
  await router.navigate({ to: '/socialData' })
  await user.click(await screen.findByRole('link', { name: /栋建筑低于 60 分/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ condition: 'low' }))
  await waitFor(() => expect(screen.getByText(/^共/)).toHaveTextContent(`共 ${low.buildings} 条`))
})

test('alarms are listed in the server’s order, confirmed ones counted in the heading; each leads to itself', async () => {
  const { list } = await told('unit01', alarm.list, { open: 1 })
  const [known] = list
  const at = (minutes: number) => toWireTime(new Date(Date.now() - minutes * 60_000))
  const row = (id: string, of: Partial<AlarmRow>): AlarmRow => ({
    ...known!,
    id,
    verdict: null,
    buildingName: id,
    newest: null,
    ...of,
  })
  const rows = [
    row('11', { state: 'judged', verdict: 2, alarmTime: at(1) }),
    row('13', { state: 'new', alarmTime: at(60) }),
    row('14', { state: 'new', alarmTime: at(9) }),
    row('12', { state: 'acked', alarmTime: at(5) }),
  ]
  replace([alarm.list, { list: rows, total: 4 }])
  await signIn('unit01')
  const block = await fires()
  await block.findByText('1 处真实火警')
  expect(block.getByText('现在：请按预案处置；另有 3 处火警未结束')).toBeVisible()
  expect(block.queryByText(/紧急的在前/)).toBeNull()
  expect(block.getByRole('link', { name: '去处置' })).toHaveAttribute('href', '/alarms?id=11')
  const lines = within(block.getByRole('list')).getAllByRole('link')
  expect(lines.map((line) => line.getAttribute('href'))).toEqual(
    ['11', '13', '14', '12'].map((id) => `/alarms?id=${id}`),
  )
  expect(lines[2]).toHaveTextContent('9 分钟')
  expect(block.getByRole('link', { name: '全部火警' })).toHaveAttribute('href', '/alarms')
})

test.each([
  [63.7, 'low', '需关注'],
  [92.4, 'low', '\\d 栋高风险'],
  [92.4, 'none low', '良好'],
])('a score of %s with %s has the word of its level, and no green one while an alarm is open', async (...of) => {
  const [totalScore, lows, word] = of
  const trend = await told('unit01', score.trend, { days: 30 })
  replace([score.trend, { ...trend, totalScore }])
  if (lows === 'none low') replace([dashboard.duty, CLEAR])
  await signIn('unit01')
  const card = await screen.findByRole('region', { name: '接入建筑消防安全评分' })
  const gauge = await within(card).findByRole('img', { name: new RegExp(`${totalScore} 分，${word}$`) })
  expect(gauge.parentElement?.querySelector('.text-ok, .text-ok-ink')).toBeNull()
})

test('a calm home says so, and only as far as all points report', async () => {
  replace([alarm.list, NO_ALARMS], [dashboard.duty, CLEAR])
  const { client } = await signIn('unit01')
  expect(await (await fires()).findByText('当前无火警')).toBeVisible()
  expect(screen.queryByRole('list', { name: '待处理' })).toBeNull()
  replace([dashboard.duty, { ...CLEAR, offline: { points: 2, buildings: 1, worst: [] } }])
  await client.invalidateQueries({ queryKey: [dashboard.duty.id] })
  expect(await (await fires()).findByText('2 个点位离线，其火警可能收不到')).toBeVisible()
  expect(screen.queryByText('当前无火警')).toBeNull()
})

test('without the server the alarms stay with their time, and no calm is claimed', async () => {
  await signIn('unit01')
  await (await fires()).findByText(/处火警未结束/)
  network.use(cut())
  noteSilence()
  expect(await (await fires()).findByText(/^截至 \d\d:\d\d$/)).toBeVisible()
  expect((await fires()).getByText('离线，收不到新火警，以消控室主机为准')).toBeVisible()
})

test('without the server and without alarms, the home names the time of its data', async () => {
  replace([alarm.list, NO_ALARMS], [dashboard.duty, CLEAR])
  await signIn('unit01')
  await (await fires()).findByText('当前无火警')
  network.use(cut())
  noteSilence()
  expect(await (await fires()).findByText(/^截至 \d\d:\d\d 无未结束的火警/)).toBeVisible()
  expect(screen.queryByText('当前无火警')).toBeNull()
})

test('the authority’s home has its alarms and matters, for reviewers the applications that wait', async () => {
  await t.db.execute(sql`delete from duty_contact`)
  const { silent, low, problems, offline } = await told('zhidui', dashboard.duty, {})
  const { totalScore } = await told('zhidui', score.overview, { days: 7 })
  const pending = await told('zhidui', approval.pending, {})
  const { total } = await told('zhidui', alarm.list, { open: 1 })
  const { user, router } = await signIn('zhidui', '/loginxf')
  expect(await (await fires()).findByText(`${total} 处火警未结束`)).toBeVisible()
  await screen.findByText('未设值班联系人')
  const texts = await matters()
  expect(texts[silent.length + Math.sign(low.buildings)]).toMatch(/^未设值班联系人/)
  for (const start of [
    `${low.buildings}栋建筑低于 60 分`,
    `${offline.points}个点位离线`,
    `${problems.buildings}栋建筑有异常`,
    `${pending.applications}项申请待审批`,
    '未设值班联系人',
  ])
    expect(texts.filter((text) => text.startsWith(start))).toHaveLength(1)
  expect(screen.getByRole('link', { name: /消防安全评分 · / })).toHaveAccessibleName(
    expect.stringContaining(`${totalScore!.toFixed(1)} 分`),
  )
  await user.click(screen.getByRole('link', { name: /栋建筑有异常/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ condition: 'fault' }))
  await waitFor(() => expect(screen.getByText(/^共/)).toHaveTextContent(`共 ${problems.buildings} 条`))
})

test('what waits is not told as none when it could not be read, and is read again', async () => {
  const waiting = await told('zhidui', approval.pending, {})
  replace([alarm.list, NO_ALARMS], [dashboard.duty, CLEAR])
  network.use(refuse(approval.pending, 500))
  const { user } = await signIn('zhidui', '/loginxf')
  expect(await (await fires()).findByText('设备全部在线')).toBeVisible()
  expect(await matters()).toEqual(['待处理未能取得重试'])
  replace([approval.pending, { ...waiting, applications: 3, providers: 0 }])
  await user.click(screen.getByRole('button', { name: /^待处理未能取得/ }))
  await waitFor(async () => expect(await matters()).toEqual([expect.stringMatching(/^3项申请待审批/)]))
})

test.each([
  ['unit01', '/login'],
  ['zhidui', '/loginxf'],
])('%s: the fires are shown without the matters, and those as not read', async (account, door) => {
  replace()
  network.use(refuse(dashboard.duty, 500))
  await signIn(account, door)
  expect(await (await fires()).findByText(/处火警未结束$/)).toBeVisible()
  expect((await matters()).at(-1)).toBe('待处理未能取得重试')
})

test('a district of which not all fires were read has no green score, and a question mark on the map', async () => {
  const { list } = await told('zongdui', alarm.list, { open: 1 })
  const overview = await told('zongdui', score.overview, { days: 7 })
  const rows = Array.from({ length: 20 }, (_, at) => ({ ...list[0]!, id: String(at + 1), countyNo: '310101' }))
  replace([alarm.list, { list: rows, total: 21 }], [score.overview, { ...overview, totalScore: 92 }])
  const { router } = await signIn('zongdui', '/loginxf')
  await fires()
  await router.navigate({ to: '/fireDepData', search: { county: '310151' } })
  const row = () => screen.getByRole('link', { name: /消防安全评分 · / })
  await waitFor(() => expect(row()).toHaveTextContent('火警未知'))
  expect(row().querySelector('.text-ok, .text-ok-ink')).toBeNull()
  await waitFor(() => expect(screen.getByText('崇明').parentElement).toHaveTextContent('崇明?'))
  expect(screen.getByText('? 火警未知')).toBeVisible()
})
