import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formatNumber } from '#app/lib/format.ts'
import { loadedTable } from '../support/loaded-table.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())

const numberIn = (text: string | null) => Number(text?.replace(/,/g, '').match(/\d+/)?.[0])
const card = async (name: string) => within(await screen.findByRole('region', { name }))

async function one<T>(query: ReturnType<typeof sql>): Promise<T> {
  return (await t.db.execute(query)).rows[0] as T
}

async function openAs(account: string, to: string) {
  const app = await signIn(account, '/login')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push(to)
  return app
}

const troubled = () =>
  one<{ id: string; problems: number }>(sql`
    select b.id::text, (select count(*)::int from problem p where p.building_id = b.id and p.solved_at is null) as problems
    from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
    where a.account = 'unit01' and b.access_status in (1, 3) and exists (select 1 from point where building_id = b.id and api_id = 1)
    order by 2 desc, b.id limit 1`)

/** Number of rows in the dialog, by its pager. */
async function rowsInDialog(): Promise<number> {
  const dialog = within(await screen.findByRole('dialog'))
  return waitFor(() => {
    if (dialog.queryByText(/^没有/)) return 0
    return numberIn(dialog.getByText(/^共/).textContent)
  })
}

test.each(['zongdui', 'jingan'])(
  '%s: each figure of points and of fire alarm equipment opens exactly the rows it counts',
  { timeout: 180_000 },
  async (account) => {
    const { user } = await signIn(account, '/loginxf')
    const figures = async () => [
      ...(await (await card('设备信息')).findAllByRole('button')),
      ...(await (
        await card('火灾自动报警系统')
      ).findAllByRole('button', { name: /^(正常|非正常|报警|故障|屏蔽|离线)/ })),
    ]
    await waitFor(async () => expect(await figures()).toHaveLength(9))
    let offline = 0
    for (const at of (await figures()).keys()) {
      const figure = (await figures())[at]!
      const shown = numberIn(figure.textContent)
      if (figure.textContent?.startsWith('离线')) offline = shown
      await user.click(figure)
      await waitFor(async () => expect(`${at} ${await rowsInDialog()}`).toBe(`${at} ${shown}`))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(offline).toBeGreaterThan(0)
  },
)

test('an offline fire alarm device is listed as offline, without its own "normal"', async () => {
  const { id } = await troubled()
  await t.db.execute(sql`update point set online = false where building_id = ${id} and api_id = 63`)
  const { user } = await openAs('unit01', `/wlw/${id}`)
  const menu = within(await screen.findByRole('navigation', { name: '消防系统' }))
  await user.click(await menu.findByRole('button', { name: /^火灾报警控制器状态/ }))
  const list = await loadedTable('火灾报警控制器状态')
  await waitFor(() => expect(list.getAllByText('离线').length).toBeGreaterThan(0))
  expect(list.queryAllByText('正常')).toEqual([])
  expect(list.getAllByText('离线前正常').length).toBeGreaterThan(0)
})

test('the IoT page has one count of abnormal items: the sum of its menu’s systems, each the whole of its items, linked to the unresolved to-dos', async () => {
  const { id, problems } = await troubled()
  expect(problems).toBeGreaterThan(0)
  const { user } = await openAs('unit01', `/wlw/${id}`)
  const menu = within(await screen.findByRole('navigation', { name: '消防系统' }))
  const systems = await menu.findAllByRole('region')
  const sumOf = (badges: readonly HTMLElement[]) => badges.reduce((sum, badge) => sum + numberIn(badge.textContent), 0)
  const heads = systems.map((system) => {
    const inItems = within(within(system).getByRole('list')).queryAllByText(/^问题/)
    const inHead = within(system)
      .queryAllByText(/^问题/)
      .filter((badge) => !inItems.includes(badge))
    expect(inHead.length).toBeLessThanOrEqual(1)
    expect(sumOf(inHead)).toBeGreaterThanOrEqual(sumOf(inItems))
    return sumOf(inHead)
  })
  expect(heads.reduce((sum, count) => sum + count, 0)).toBe(problems)
  await user.click(screen.getByRole('link', { name: new RegExp(`^${problems} 个问题未解决$`) }))
  const todos = await card('问题')
  expect(await todos.findByRole('button', { name: /^未解决/ })).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(todos.getByText(/^共/)).toHaveTextContent(`共 ${formatNumber(problems)} 条`))
})

test('an open fire alarm of two months ago is first in the list and counted in the menu', async () => {
  const { id } = await troubled()
  const { point } = await one<{ point: string }>(
    sql`select min(id)::text as point from point where building_id = ${id} and api_id = 1`,
  )
  await t.db.execute(sql`
    insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at)
    values (${point}, ${id}, 1, 'fire', ${'2026-03-02 08:00:00+08'}, ${'2026-03-02 08:00:01+08'}),
      (${point}, ${id}, 1, 'fire', ${'2026-01-23 08:00:00+08'}, ${'2026-01-23 08:00:01+08'})`)
  const { open } = await one<{ open: number }>(sql`
    select count(*)::int as open from device_event where building_id = ${id} and api_id = 1 and kind = 'fire'
      and ended_at is null and state in (0, 2)`)
  const { user } = await openAs('unit01', `/wlw/${id}`)
  const menu = within(await screen.findByRole('navigation', { name: '消防系统' }))
  const item = await menu.findByRole('button', { name: /^火警信息/ })
  expect(item).toHaveTextContent(`报警 ${open}`)
  const list = await loadedTable('火警信息')
  await waitFor(() => expect(list.getAllByText('1月23日 08:00').length).toBeGreaterThan(0))
  const shown = list
    .getAllByRole('row')
    .slice(1)
    .filter((each) => within(each).queryAllByRole('cell').length > 0)
  const row = shown.find((each) => within(each).queryAllByText('1月23日 08:00').length > 0)!
  expect(shown.indexOf(row)).toBe(open - 1)
  // Histories default to the last month.
  await user.click(within(row).getByRole('button', { name: /^历史记录/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^历史记录 · / }))
  expect(dialog.getByLabelText('上报时间，开始日期')).toHaveValue('2026-01-23')
})

test('a line of the score names its device once', async () => {
  const { id, no } = await one<{ id: string; no: string }>(sql`
    select b.id::text, p.device_no as no from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id join score_day s on s.building_id = b.id and s.day = b.scored_on,
    jsonb_array_elements(s.items::jsonb) i join point p on p.id = (i ->> 'pointId')::bigint
    where a.account = 'unit01' and b.scored_on >= '2026-03-20' limit 1`)
  await openAs('unit01', `/buildDetail/${id}/1/scoreInfo`)
  const failed = await card('扣分项')
  const lines = await failed.findAllByText(new RegExp(no))
  for (const line of lines) expect(line.closest('li')!.textContent!.split(no)).toHaveLength(2)
})

test('the buildings of a score are sorted and filtered by it', async () => {
  const { user, router } = await signIn('zongdui', '/loginxf')
  await user.click(await (await card('上海市消防安全评分')).findByRole('link', { name: '建筑' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ order: 'scoreAsc' }))
  const list = async () => within(await screen.findByRole('table', { name: '建筑列表' }))
  const scores = async () =>
    (await list())
      .getAllByRole('row')
      .slice(1)
      .map(
        (row) => within(row).queryByText(/^[\d.]+分，/)?.textContent ?? row.textContent?.match(/[\d.]+(?=分，)/)?.[0],
      )
  const { lowest, under } = await one<{ lowest: number; under: number }>(sql`
    select min(latest_score) as lowest, (count(*) filter (where latest_score < 80 and latest_score >= 60))::int as under
    from building where scored_on between '2026-03-16' and '2026-03-23'`)
  await waitFor(async () => expect(parseFloat((await scores())[0] ?? '')).toBe(lowest))
  const first = (await scores()).map((text) => parseFloat(text ?? ''))
  expect(first).toEqual(first.toSorted((a, b) => a - b))
  await user.click(screen.getByRole('button', { name: /^筛选/ }))
  await user.selectOptions(await screen.findByRole('combobox', { name: '安全评分' }), '60 至 80 分（需关注）')
  await user.click(screen.getByRole('button', { name: /^(查看|完成)/ }))
  await waitFor(() => expect(screen.getByText(/^共/)).toHaveTextContent(`共 ${under} 条`))
  const chip = () => screen.getByRole('button', { name: /^已接入/ })
  await user.click(chip())
  const connected = numberIn(chip().textContent)
  await waitFor(() => expect(screen.getByText(/^共/)).toHaveTextContent(`共 ${connected} 条`))
})
