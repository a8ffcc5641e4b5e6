import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { score } from '#contract/score.ts'
import { formatNumber } from '#app/lib/format.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()

type Part = ReturnType<typeof within>

const either = (of: Part) => of.queryByRole('link') ?? of.getByRole('button')
const stat = (label: string) => (of: Part) => either(within(of.getByText(label, { selector: 'dt' }).closest('div')!))
const row = (name: RegExp) => (of: Part) => within(of.getByRole('row', { name })).getByRole('link')
const bar = (name: RegExp) => (of: Part) => of.getByRole('button', { name })

/** One of each kind: card, name, position. */
const COUNTS: readonly (readonly [string, string, (of: Part) => HTMLElement])[] = [
  ['接入概况', '建筑总数', (of) => within(of.getByText(/^建筑总数/)).getByRole('link')],
  ['接入概况', '未接入', row(/^未接入/)],
  ['建筑信息', '未接入', stat('未接入')],
  ['建筑信息', '重点单位', stat('重点单位')],
  ['建筑信息', '九小场所', stat('九小场所')],
  ['设备信息', '点位总数', stat('点位总数')],
  ['设备信息', '离线', stat('离线')],
  ['消防设施问题', '已解决', stat('已解决')],
  ['消防设施问题', '未解决', stat('未解决')],
  ['消防设施问题', '总问题', stat('总问题')],
  ['服务商占比', '第一家', (of) => within(of.getAllByRole('row')[1]!).getByRole('link')],
  ['火灾自动报警系统', '非正常', bar(/^非正常/)],
  ['消防给水及消火栓系统', '离线', bar(/^离线/)],
  ['自动喷水灭火系统', '正常', bar(/^正常/)],
]

const numberIn = (text: string | null) => Number(text?.replace(/,/g, '').match(/\d+/)?.[0])

async function opened(name: string, find: (of: Part) => HTMLElement): Promise<HTMLElement> {
  const heading = await screen.findByText(name, { selector: 'h2' })
  return waitFor(() => find(within(heading.closest('section')!)))
}

/** Throws until shown. */
function rowsToldOf(figure: HTMLElement): number {
  const list = figure.tagName === 'A' ? document.querySelector('main') : document.querySelector('[role=dialog]')
  if (figure.tagName === 'A' && screen.queryByText('消防综合评分', { selector: 'h2' })) throw new Error('still there')
  const of = within(list as HTMLElement)
  return of.queryByText(/^(没有|暂无|还没有)/, { ignore: 'th, th *' }) ? 0 : numberIn(of.getByText(/^共/).textContent)
}

test('every count of the dashboard links to a list of as many rows', { timeout: 300_000 }, async () => {
  const { user, router } = await signIn('unit01')
  for (const [name, label, find] of COUNTS) {
    const figure = await opened(name, find)
    const told = numberIn(figure.textContent)
    expect(told, `${name} ${label}`).toBeGreaterThanOrEqual(0)
    await user.click(figure)
    const seen = await waitFor(() => rowsToldOf(figure))
    expect(`${name} ${label} ${seen}`).toBe(`${name} ${label} ${told}`)
    await user.keyboard('{Escape}')
    await router.navigate({ to: '/socialData' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const figures = [...document.querySelectorAll('main dl > div')].filter((each) => /\d/.test(each.textContent ?? ''))
  expect(figures.length).toBeGreaterThan(12)
  const dead = figures.filter((each) => !each.querySelector('dd a, dd button'))
  expect(dead.map((each) => each.textContent)).toEqual([])
})

test('the counts of the problem statistics filter the list to their rows, on both tabs', async () => {
  const { user, router } = await signIn('unit01')
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  const chip = (label: string) => (of: Part) => of.getByRole('button', { name: new RegExp(`^${label}\\s*[\\d,]+$`) })
  const choice = (label: string) => (of: Part) => of.getByText(new RegExp(`^${label} [\\d,]+$`))
  for (const [tab, labels, find] of [
    [undefined, ['未解决', '火警超时', '异常', '离线', '已解决', '总问题'], chip],
    ['score', ['未解决', '已解决', '总问题'], choice],
  ] as const) {
    await router.navigate({ to: '/problemStatistics', search: { tab } })
    for (const label of labels) {
      const figure = await waitFor(() => find(label)(screen))
      const told = numberIn(figure.textContent)
      await user.click(figure)
      await waitFor(() =>
        expect(`${tab} ${label} ${screen.getByText(/^共/).textContent}`).toBe(
          `${tab} ${label} 共 ${formatNumber(told)} 条`,
        ),
      )
    }
  }
})

test("the score links to the buildings' scores whose weighted mean it is, and these to rule, device and beginning", async () => {
  const token = await t.signIn('unit01')
  const { score: own, rate } = (await t.call(score.rate, {}, token)).body.data as { score: number; rate: number }
  const parts = (await t.call(score.parts, {}, token)).body.data as unknown as {
    units: number
    lower: number
    buildings: { buildingId: string; name: string; score: number | null; weight: number }[]
  }
  const scored = parts.buildings.filter((each) => each.score !== null)
  const whole = scored.reduce((sum, { weight }) => sum + weight, 0)
  expect(scored.reduce((sum, each) => sum + each.score! * each.weight, 0) / whole).toBeCloseTo(own, 0)
  expect((parts.lower * 100) / parts.units).toBeCloseTo(rate, 0)

  const worst = parts.buildings[0]!
  const [first] = (
    (await t.call(score.checks, { buildingId: worst.buildingId, state: 'fail' }, token)).body.data as unknown as {
      logs: { describe: string; since: string; deduction: number }[]
    }[]
  )[0]!.logs

  const { user } = await signIn('unit01')
  const region = within(await screen.findByRole('region', { name: '消防综合评分' }))
  await user.click(await region.findByRole('button', { name: '明细' }))
  const dialog = within(await screen.findByRole('dialog', { name: '评分明细' }))
  expect(await dialog.findByText(new RegExp(`全市 ${parts.units} 个.*${parts.lower} 个低于本单位`))).toBeVisible()
  await user.click(dialog.getByRole('button', { name: worst.name }))
  const item = within((await dialog.findByText(first!.describe)).closest('li')!)
  expect(item.getByText(`自 ${first!.since} 起`)).toBeVisible()
  expect(item.getByText(/^-[\d.]+ 分$/)).toBeVisible()
})
