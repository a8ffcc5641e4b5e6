import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import readXlsxFile from 'read-excel-file/node'
import { expect, test, vi } from 'vitest'
import { problem, type FacilityProblemPage, type RunProblemPage } from '#contract/problem.ts'
import { score, type ScoreProblem } from '#contract/score.ts'
import { formatNumber } from '#app/lib/format.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()

interface Asked {
  readonly run: RunProblemPage
  readonly solved: RunProblemPage
  readonly counts: { questionUnresolvedCount: number; solveCount: number; total: number }
}

async function whatServerSays(): Promise<Asked> {
  const token = await t.signIn('unit01')
  const data = async (input: { pageSize: number; questionStatus?: number }) =>
    (await t.call(problem.runList, input, token)).body.data as RunProblemPage
  return {
    run: await data({ pageSize: 10 }),
    solved: await data({ pageSize: 10, questionStatus: 1 }),
    counts: (await t.call(problem.runCounts, {}, token)).body.data as Asked['counts'],
  }
}

async function openStatistics(account: string, search: Record<string, string> = {}) {
  const app = await signIn(account)
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/socialData'))
  await app.router.navigate({ to: '/problemStatistics', search })
  return app
}

const table = (name: string) => within(screen.getByRole('table', { name }))
/** The rows' texts cell by cell, once there are that many. */
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

test('a unit finds its problems by the menu: counted, numbered, said in words, explained with every device', async () => {
  const { run, counts } = await whatServerSays()
  const app = await signIn('unit01')
  const [entry] = await screen.findAllByRole('link', { name: '问题' })
  await app.user.click(entry!)
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/problemStatistics'))
  await screen.findByText(run.list[0]!.itemDesc)
  for (const figure of [counts.questionUnresolvedCount, counts.solveCount, counts.total])
    await waitFor(() => expect(screen.getAllByText(formatNumber(figure)).length).toBeGreaterThan(0))
  const rows = await rowsOf('设施运行问题', run.list.length)
  for (const [i, row] of run.list.entries()) {
    expect(rows[i]!.join(' ')).toContain(row.itemDesc)
    expect(rows[i]!.join(' ')).toContain(row.questionStatus === '1' ? '已解决' : '未解决')
    expect(rows[i]!.join(' ')).toContain(row.questionSolveTime ?? '--')
    expect(rows[i]![0]).toContain(String(i + 1))
  }
  const several = run.list.findIndex((row) => row.deviceNo?.includes(','))
  const chosen = several >= 0 ? several : 0
  await app.user.click(table('设施运行问题').getAllByRole('button', { name: '查看' })[chosen]!)
  const dialog = within(await screen.findByRole('dialog', { name: '处理说明' }))
  expect(dialog.getByText(run.list[chosen]!.buildingName)).toBeVisible()
  expect(dialog.getByText(run.list[chosen]!.deviceNo!.replaceAll(',', '、'))).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('device numbers are told apart by 、, not by commas', async () => {
  const { solved } = await whatServerSays()
  const { rows } = await t.db.execute<{ id: string; device: string }>(
    `select p.id, p.device_no as device from problem p join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
     join account a on a.unit_id = bu.unit_id where a.account = 'unit01' and p.solved_at is not null order by p.happened_at desc, p.id desc limit 1`,
  )
  await t.db.execute(`update problem set device_no = '1,2,3' where id = ${rows[0]!.id}`)
  const { user } = await openStatistics('unit01', { status: '1' })
  await screen.findByText(solved.list[0]!.itemDesc)
  await rowsOf('设施运行问题', solved.list.length)
  await user.click(table('设施运行问题').getAllByRole('button', { name: '查看' })[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: '处理说明' }))
  expect(dialog.getByText('1、2、3')).toBeVisible()
})

test('filters stand in the address: a day begins at 00:00:00 and ends at 23:59:59, a status and a page size are kept', async () => {
  const { solved } = await whatServerSays()
  const day = solved.list[0]!.questionSolveTime!.slice(0, 10)
  const { user, router } = await openStatistics('unit01')
  await user.click(await screen.findByRole('radio', { name: '已解决' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ status: '1' }))
  fireEvent.change(screen.getByLabelText('解决时间，开始日期'), { target: { value: day } })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ from: `${day} 00:00:00` }))
  fireEvent.change(screen.getByLabelText('解决时间，结束日期'), { target: { value: day } })
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ from: `${day} 00:00:00`, to: `${day} 23:59:59`, status: '1' }),
  )
  const { rows } = await t.db.execute<{ n: number }>(
    `select count(*)::int as n from problem p join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
     join account a on a.unit_id = bu.unit_id where a.account = 'unit01'
     and (p.solved_at at time zone 'Asia/Shanghai')::date = '${day}'`,
  )
  await waitFor(() =>
    expect(screen.getByRole('navigation', { name: '分页' })).toHaveTextContent(`共 ${formatNumber(rows[0]!.n)} 条`),
  )
  await user.click(screen.getByRole('radio', { name: '未解决' }))
  expect(await screen.findByText(/未解决的问题没有解决时间/)).toBeVisible()
  await user.selectOptions(screen.getByLabelText('每页条数'), '5 条/页')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ size: '5' }))
  expect(
    within(screen.getByLabelText('每页条数'))
      .getAllByRole('option')
      .map((o) => o.textContent),
  ).toEqual([5, 10, 20, 30, 40, 50].map((n) => `${n} 条/页`))
})

test('the score problems stand in their own tab, with when they happened, when they ended and the building’s card; they are not exported', async () => {
  const { body } = await t.call(score.items, { pageSize: 10 }, await t.signIn('unit01'))
  const { list } = body.data as unknown as { list: ScoreProblem[] }
  await t.db.execute(`update score_day set card = 2 where building_id = ${list[0]!.buildingId}`)
  const { user } = await openStatistics('unit01')
  await user.click(await screen.findByRole('link', { name: '消防综合评分问题统计' }))
  await screen.findAllByText('红牌')
  const rows = await rowsOf('消防综合评分问题', list.length)
  for (const [i, item] of list.entries()) {
    const said = rows[i]!.join(' ')
    expect(said).toContain(item.describe)
    expect(said).toContain(item.happenTime)
    expect(said).toContain(item.solveTime ?? '--')
  }
  expect(rows[0]!.join(' ')).toContain('红牌')
  expect(screen.getByRole('button', { name: '导出' })).toBeDisabled()
})

test('who answers for a building marks a to-do as processed; what ends by itself offers no button', async () => {
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
  await rowsOf('待办事项', waiting.length)
  const buttons = () => table('待办事项').queryAllByRole('button', { name: '处理' })
  const before = waiting.filter((row) => row.problemType === 1).length
  await waitFor(() => expect(buttons()).toHaveLength(before))
  await user.click(buttons()[0]!)
  expect(await screen.findByText('操作成功')).toBeVisible()
  const { rows } = await t.db.execute<{ n: number }>(
    `select count(*)::int as n from audit where action = 'problem.deal'`,
  )
  expect(rows[0]!.n).toBe(1)
})

/** Taps 导出 twice where it stands; answers the one file that came of it, as lines of cells. */
async function exportedBy(user: UserEvent, button: HTMLElement): Promise<unknown[][]> {
  const sentTo: string[] = []
  const popup = { location: { replace: (to: string) => sentTo.push(to) }, close: () => undefined }
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  fireEvent.click(button)
  // Later than the tap, browsers would block it.
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

test('导出 opens a window within the tap and sends it to one file, of what the filters in the address say', async () => {
  const { solved } = await whatServerSays()
  const { buildingId, buildingName } = solved.list[0]!
  const filter = { questionStatus: 1, buildingId: String(buildingId) } as const
  const { body } = await t.call(problem.runList, filter, await t.signIn('unit01'))
  const { user } = await openStatistics('unit01', { status: '1', buildingId: String(buildingId) })
  await screen.findByText(solved.list[0]!.itemDesc)
  const [head, ...rows] = await exportedBy(user, screen.getByRole('button', { name: '导出' }))
  expect(head).toEqual(['序号', '建筑名称', '问题描述', '设备编号', '状态', '问题发生时间', '问题解决时间', '处理建议'])
  expect(rows).toHaveLength((body.data as RunProblemPage).total)
  expect(new Set(rows.map((row) => `${row[1]} ${row[4]}`))).toEqual(new Set([`${buildingName} 已解决`]))
})

test('导出 of the dashboard’s panel is every unresolved problem of the chosen building, not its page of five', async () => {
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
