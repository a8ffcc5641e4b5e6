import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import readXlsxFile from 'read-excel-file/node'
import { expect, test, vi } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { problem, type FacilityProblemPage, type RunProblemPage } from '#contract/problem.ts'
import { score, type ScoreProblem } from '#contract/score.ts'
import { formatNumber, shortTime } from '#app/lib/format.ts'
import { dismiss, toasts } from '#app/ui/toast-queue.ts'
import { screenTests } from '../support/render-app.tsx'
import { onPhone } from '../support/window-width.ts'

const { t, signIn } = await screenTests()

type Listed = OutputOf<typeof problem.list>

async function listOf(input: InputOf<typeof problem.list> = { questionStatus: 0 }): Promise<Listed> {
  return (await t.call(problem.list, input, await t.signIn('unit01'))).body.data as Listed
}

async function openStatistics(account: string, search: Record<string, string> = {}) {
  const app = await signIn(account)
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/socialData'))
  await app.router.navigate({ to: '/problemStatistics', search })
  return app
}

const table = (name: string) => within(screen.getByRole('table', { name }))
async function rowsOf(name: string, expected: number): Promise<string[][]> {
  await waitFor(() => expect(table(name).getAllByRole('row')).toHaveLength(expected + 1))
  return table(name)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
}

const chip = (label: string) => screen.findByRole('button', { name: new RegExp(`^${label}\\s*[\\d,]+$`) })
const rowOf = (selector: string) =>
  waitFor(() => {
    const link = document.querySelector<HTMLElement>(`a[data-row${selector}]`)
    if (!link) throw new Error(`no row ${selector}`)
    return link
  })
const rowLink = (id: string) => rowOf(`="${id}"`)
const pane = async () => within(await screen.findByRole('region', { name: '问题详情' }))
const fault = ({ list }: Listed) =>
  list.find(({ kind, problemType, status }) => kind === 'fault' && problemType === 1 && status === 0)!

test('a unit opens its unresolved problems from the menu: overdue fires first, then each building', async () => {
  const { list, counts, buildings } = await listOf()
  const app = await signIn('unit01')
  const [entry] = await screen.findAllByRole('link', { name: '问题' })
  await app.user.click(entry!)
  await rowLink(fault({ list, counts, buildings, total: 0 }).id)
  expect(app.router.state.location.pathname).toBe('/problemStatistics')
  expect(await chip('未解决')).toHaveTextContent(formatNumber(counts.fires + counts.faults + counts.offline))
  expect(await chip('异常')).toHaveTextContent(formatNumber(counts.faults))
  const heads = screen.getAllByRole('heading', { level: 3 }).filter((head) => !head.closest('[aria-label="问题详情"]'))
  expect(heads[0]).toHaveTextContent(new RegExp(`^火警超时 \\d+ 处 · ${counts.fires} 个问题`))
  expect(heads[0]).not.toHaveTextContent(/在前$/)
  expect(screen.getByText(/^电气火灾报警.* \d+ 处$/)).toBeVisible()
  const { body } = await t.call(alarm.list, { open: 1 }, await t.signIn('unit01'))
  const ids = (body.data as OutputOf<typeof alarm.list>).list.map(({ id }) => id)
  const fires = list.filter(({ kind }) => kind === 'fire')
  await rowLink(fires[0]!.id)
  const shown = [...document.querySelectorAll<HTMLElement>('a[data-row]:not([data-row^=fire])')].slice(0, fires.length)
  const fireOf = ({ dataset }: HTMLElement) => fires.find(({ id }) => id === dataset['row'])?.alarmId
  expect([...new Set(shown.map(fireOf))]).toEqual(ids.filter((id) => fires.some(({ alarmId }) => alarmId === id)))
  const headed = shown.filter(({ previousElementSibling: head }) => head?.matches('a')).map(fireOf)
  const led = shown.filter((row) => !headed.includes(fireOf(row)))
  const isFirstHeaded = headed.includes(fireOf(shown[0]!))
  expect(app.router.state.location.search).toMatchObject(
    isFirstHeaded ? { fire: ids[0] } : { id: shown[0]!.dataset['row'] },
  )
  expect(screen.queryAllByText(/^同 .+火警$/)).toHaveLength(led.length - new Set(led.map(fireOf)).size)
  const order = [...new Set(list.filter(({ kind }) => kind !== 'fire').map(({ buildingId }) => buildingId))]
  expect(heads.slice(1).map(({ textContent }) => textContent)).toEqual(
    order.map((id) => expect.stringContaining(buildings.find(({ buildingId }) => buildingId === id)!.buildingName)),
  )
  expect(await rowLink(fault({ list, counts, buildings, total: 0 }).id)).toHaveTextContent('安排维保人员现场检查')
})

test('on a phone Escape keeps a typed note, and closing the sheet leaves no step behind', async () => {
  onPhone()
  const row = fault(await listOf())
  const { user, router } = await openStatistics('unit01')
  await user.click(await rowLink(row.id))
  const sheet = within(await screen.findByRole('dialog', { name: '处理说明' }))
  const note = await sheet.findByRole('textbox', { name: '处理说明（选填）' })
  await user.type(note, '已约维保')
  await user.keyboard('{Escape}')
  expect(note).toHaveValue('已约维保')
  await user.click(sheet.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('id'))
  router.history.back()
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
})

test('a problem opens with its steps; processed it sinks, and 撤销 takes it back', async () => {
  const row = fault(await listOf())
  const { user, router } = await openStatistics('unit01')
  await user.click(await rowLink(row.id))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: row.id }))
  const detail = await pane()
  expect(await detail.findByText('确认平台状态恢复为正常')).toBeVisible()
  expect(detail.getByText(row.deviceNo!.replaceAll(',', '、'))).toBeVisible()
  await user.type(detail.getByRole('textbox', { name: '处理说明（选填）' }), '已约维保')
  await user.click(detail.getByRole('button', { name: '登记为已处理' }))
  await waitFor(async () => expect(await rowLink(row.id)).toHaveTextContent('已处理，待恢复'))
  const { rows } = await t.db.execute<{ note: string }>(`select handled_note as note from problem where id = ${row.id}`)
  expect(rows).toEqual([{ note: '已约维保' }])
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(async () => expect(await rowLink(row.id)).not.toHaveTextContent('已处理，待恢复'))
  for (const { id } of toasts.read()) dismiss(id)
})

test('a problem that ends by itself says so and has nothing to register', async () => {
  const { list } = await listOf()
  const row = list.find(({ kind, problemType }) => kind === 'fault' && problemType === 2)!
  const { user } = await openStatistics('unit01', { kind: 'fault' })
  await user.click(await rowLink(row.id))
  const detail = await pane()
  expect(await detail.findByText('恢复后自动解决，无需登记。')).toBeVisible()
  expect(detail.queryByRole('button', { name: '登记为已处理' })).toBeNull()
  expect(detail.getByRole('button', { name: '知道了' })).toBeVisible()
})

test('an overdue fire opens with the decision of its alarm', async () => {
  const { list } = await listOf({ questionStatus: 0, kind: 'fire' })
  const row = list.find(({ alarmId, floor }) => alarmId && floor)!
  const { user } = await openStatistics('unit01')
  await user.click(await rowLink(row.id))
  const detail = await pane()
  expect(await detail.findByRole('button', { name: '我去看' })).toBeVisible()
  expect(detail.getByRole('heading', { name: new RegExp(row.buildingName) })).toHaveTextContent(row.floor!)
  expect(detail.getByRole('radio', { name: /误报/ })).toBeInTheDocument()
})

test('a fire whose latest device is no row opens by its head; keys go through heads and rows', async () => {
  const { user, router } = await openStatistics('unit01')
  const { dataset } = await rowOf('^=fire-')
  const fire = dataset['row']!.replace('fire-', '')
  const head = () => rowLink(`fire-${fire}`)
  await waitFor(async () => expect(await head()).toHaveAttribute('aria-current'))
  expect(router.state.location.search).toMatchObject({ fire })
  const detail = await pane()
  expect(await detail.findByRole('button', { name: '我去看' })).toBeVisible()
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-row]')]
  const next = rows[rows.indexOf(await head()) + 1]!
  await user.keyboard('j')
  await waitFor(() => expect(next).toHaveAttribute('aria-current'))
  expect(router.state.location.search).not.toHaveProperty('fire')
  await user.keyboard('k')
  await waitFor(async () => expect(await head()).toHaveAttribute('aria-current'))
})

test('the head of the fires leads to their decision', async () => {
  const { user, router } = await openStatistics('unit01')
  const fires = within(await screen.findByRole('region', { name: '火警超时' }))
  await user.click(fires.getByRole('link', { name: /^火警超时.*个问题.*去确认$/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/alarms'))
})

test('several problems are marked as processed at once', async () => {
  const { list } = await listOf()
  const two = list
    .filter(({ problemType, status, alarmId }) => problemType === 1 && status === 0 && !alarmId)
    .slice(0, 2)
  const { user } = await openStatistics('unit01')
  const many = await screen.findByRole('button', { name: '多选' })
  await waitFor(() => expect(many).toBeEnabled())
  await user.click(many)
  for (const { itemDesc } of two) await user.click(screen.getAllByRole('checkbox', { name: `选择 ${itemDesc}` })[0]!)
  await user.click(
    within(screen.getByRole('region', { name: '问题列表' })).getByRole('button', { name: '登记为已处理' }),
  )
  await waitFor(async () => {
    const { rows } = await t.db.execute<{ n: number }>(
      `select count(*)::int as n from problem where todo_status = 1 and handled_by is not null`,
    )
    expect(rows[0]!.n).toBe(two.length)
  })
  for (const { id } of toasts.read()) dismiss(id)
})

test('filters are kept in the URL: a day begins at 00:00:00 and ends at 23:59:59, with status and page size', async () => {
  const solved = await listOf({ questionStatus: 1 })
  const day = solved.list[0]!.solveTime!.slice(0, 10)
  const { total } = await listOf({ questionStatus: 1, startSolveTime: day, endSolveTime: day })
  const { user, router } = await openStatistics('unit01')
  await user.click(await chip('已解决'))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ status: '1' }))
  await user.selectOptions(await screen.findByLabelText('每页条数'), '5 条/页')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ size: '5' }))
  fireEvent.change(await screen.findByLabelText('解决时间，开始日期'), { target: { value: day } })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ from: `${day} 00:00:00`, size: '5' }))
  fireEvent.change(screen.getByLabelText('解决时间，结束日期'), { target: { value: day } })
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ from: `${day} 00:00:00`, to: `${day} 23:59:59`, status: '1' }),
  )
  await waitFor(() =>
    expect(screen.getByRole('navigation', { name: '分页' })).toHaveTextContent(`共 ${formatNumber(total)} 条`),
  )
  expect(screen.queryByLabelText('每页条数') === null).toBe(total <= 5)
  await user.click(await chip('未解决'))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('status', '1'))
  expect(router.state.location.search).not.toHaveProperty('from', `${day} 00:00:00`)
})

test('a page that no longer exists gives way to the last one', async () => {
  const { total } = await listOf()
  const last = Math.ceil(total / 50)
  const { list } = await listOf({ questionStatus: 0, currentPage: last })
  const { router } = await openStatistics('unit01', { page: String(last + 8) })
  await rowLink(list[0]!.id)
  expect(screen.queryByText('没有未解决的问题')).toBeNull()
  expect(Number((router.state.location.search as { page?: number }).page ?? 1)).toBe(last)
})

test('the score problems have their own tab, with beginning, end and the building’s card, without export', async () => {
  const { body } = await t.call(score.items, { pageSize: 10 }, await t.signIn('unit01'))
  const { list } = body.data as unknown as { list: ScoreProblem[] }
  await t.db.execute(`update score_day set card = 2 where building_id = ${list[0]!.buildingId}`)
  const { user } = await openStatistics('unit01')
  await user.click(await screen.findByRole('link', { name: '消防综合评分问题统计' }))
  expect(await screen.findByRole('radio', { name: /^未解决/ })).toBeChecked()
  await user.click(await screen.findByRole('radio', { name: /^总问题 \d/ }))
  await screen.findAllByText('红牌')
  await screen.findByRole('columnheader', { name: '解决时间' })
  const rows = await rowsOf('消防综合评分问题', list.length)
  for (const [i, item] of list.entries()) {
    const said = rows[i]!.join(' ').replaceAll('\u00a0', ' ')
    const [code = '', number = ''] = /（(\d{6,})）/.exec(item.describe) ?? []
    expect(said).toContain(code ? item.describe.replace(code, '：') : item.describe)
    expect(said).toContain(number)
    expect(said).toContain(`${formatNumber(item.deduction)} 分`)
    expect(said).toContain(shortTime(item.happenTime, new Date()))
    expect(said).toContain(item.solveTime ? shortTime(item.solveTime, new Date()) : '未解决')
  }
  expect(rows[0]!.join(' ')).toContain('红牌')
  expect(table('消防综合评分问题').getAllByRole('link', { name: /，查看评分$/ })[0]).toHaveAttribute(
    'href',
    `/buildDetail/${list[0]!.buildingId}/0/scoreInfo`,
  )
  expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
})

test('responsible users mark a to-do as processed; one that closes automatically has no button', async () => {
  const token = await t.signIn('unit01')
  const { body } = await t.call(problem.facilityList, { pageSize: 100, status: 0 }, token)
  const { list } = body.data as FacilityProblemPage
  const todo = list.find((row) => row.problemType === 1)!
  const { body: here } = await t.call(
    problem.facilityList,
    { pageSize: 15, status: 0, buildingId: todo.buildingId },
    token,
  )
  const waiting = (here.data as FacilityProblemPage).list
  const { user, router } = await signIn('unit01')
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  router.history.push(`/buildDetail/${todo.buildingId}/1/todoInfo`)
  await user.click(await screen.findByRole('radio', { name: '未处理' }))
  await rowsOf('问题', waiting.length)
  const buttons = () => table('问题').queryAllByRole('button', { name: '处理' })
  const before = waiting.filter((row) => row.problemType === 1 && !row.alarmId).length
  await waitFor(() => expect(buttons()).toHaveLength(before))
  expect(waiting.some((row) => row.problemType === 2 && !row.alarmId)).toBe(true)
  expect(screen.getByText('压力、液位、手动状态恢复后自动解决')).toBeVisible()
  expect(table('问题').queryByText(/恢复后自动解决/)).toBeNull()
  await user.click(buttons()[0]!)
  expect(await screen.findByText(/^已登记为已处理/)).toBeVisible()
  const { rows } = await t.db.execute<{ n: number }>(
    `select count(*)::int as n from audit where action = 'problem.handle'`,
  )
  expect(rows[0]!.n).toBeGreaterThanOrEqual(1)
  for (const { id } of toasts.read()) dismiss(id)
})

async function exportedBy(user: UserEvent, button: HTMLElement): Promise<unknown[][]> {
  const sentTo: string[] = []
  const popup = { location: { replace: (to: string) => sentTo.push(to) }, close: () => undefined }
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  fireEvent.click(button)
  // Later browsers would block it.
  expect(opened).toHaveBeenCalledTimes(1)
  await user.click(button)
  await waitFor(() => expect(sentTo).toHaveLength(1))
  expect(opened).toHaveBeenCalledTimes(1)
  opened.mockRestore()
  const { pathname } = new URL(sentTo[0]!, 'http://here')
  const file = await t.api.request(pathname)
  const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
  return (sheet as unknown as { data: unknown[][] }).data
}

test('导出 opens a window during the press with one file, filtered by the URL', async () => {
  const { buildingId, buildingName } = (await listOf({ questionStatus: 1 })).list[0]!
  const filter = { questionStatus: 1, buildingId: String(buildingId) } as const
  const { body } = await t.call(problem.runList, filter, await t.signIn('unit01'))
  const { user } = await openStatistics('unit01', { status: '1', buildingId: String(buildingId) })
  const [head, ...rows] = await exportedBy(user, await screen.findByRole('button', { name: '导出' }))
  expect(head).toEqual(['序号', '建筑名称', '问题描述', '设备编号', '状态', '问题发生时间', '问题解决时间', '处理建议'])
  expect(rows).toHaveLength((body.data as RunProblemPage).total)
  expect(new Set(rows.map((row) => `${row[1]} ${row[4]}`))).toEqual(new Set([`${buildingName} 已解决`]))
})

test('导出 of the dashboard’s panel exports every unresolved problem of the selected building, beyond its page of five', async () => {
  const token = await t.signIn('unit01')
  const { body } = await t.call(problem.facilityList, { questionStatus: 0, pageSize: 100 }, token)
  const { buildingId } = (body.data as FacilityProblemPage).list[0]!
  const { body: of } = await t.call(problem.facilityCounts, { buildingId }, token)
  const { user, router } = await signIn('unit01')
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  await router.navigate({ to: '/socialData', search: { buildingId } })
  const panel = within(await screen.findByRole('region', { name: '消防设施问题' }))
  const [, ...rows] = await exportedBy(user, await panel.findByRole('button', { name: '导出' }))
  expect(rows).toHaveLength((of.data as { notSolvedNum: number }).notSolvedNum)
  expect(new Set(rows.map((row) => row[4]))).toEqual(new Set(['未解决']))
})
