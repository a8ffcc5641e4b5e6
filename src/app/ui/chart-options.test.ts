// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { shareOf, withUnit } from './chart-model.ts'
import { donutOptions, lineOptions, tip, type ChartColours } from './chart-options.ts'

const colours: ChartColours = {
  ink: 'rgb(1,1,1)',
  inkSoft: 'rgb(2,2,2)',
  line: 'rgb(3,3,3)',
  panel: 'rgb(4,4,4)',
  okSoft: 'rgb(7,7,7)',
  attentionSoft: 'rgb(8,8,8)',
  dangerSoft: 'rgb(9,9,9)',
  attention: 'rgb(10,10,10)',
  attentionInk: 'rgb(11,11,11)',
  series: ['rgb(5,5,5)', 'rgb(6,6,6)'],
}
const days = (count: number) => Array.from({ length: count }, (_, at) => ({ label: `11-${at + 1}`, value: 80 + at }))

describe('a line', () => {
  test('animation is off on every device', () => {
    const { chart } = lineOptions({ series: [{ name: '评分', points: days(7) }], height: 200 }, colours)
    expect(chart?.animations?.enabled).toBe(false)
    expect(chart?.height).toBe(200)
  })

  test('a single day is a dot with its figure, many days are a plain line', () => {
    const one = lineOptions({ series: [{ name: '评分', points: days(1) }], height: 200 }, colours)
    expect(one.dataLabels?.enabled).toBe(true)
    expect(one.markers?.size).toBe(6)
    const many = lineOptions({ series: [{ name: '评分', points: days(30) }], height: 200 }, colours)
    expect(many.dataLabels?.enabled).toBe(false)
    expect(many.markers?.size).toBe(0)
  })

  test('a day without a figure is a gap, not a zero', () => {
    const points = [...days(2), { label: '11-3', value: null }]
    expect(lineOptions({ series: [{ name: '评分', points }], height: 200 }, colours).series).toEqual([
      { name: '评分', data: [80, 81, null] },
    ])
  })

  test('a score has the range of its days on the grounds of its bands, and its last value named', () => {
    const points = [...days(3), { label: '11-4', value: null }]
    const { yaxis, annotations, dataLabels } = lineOptions(
      { series: [{ name: '评分', points }], height: 200, isScore: true },
      colours,
    )
    expect(yaxis).toMatchObject({ min: 75, max: 85 })
    expect(annotations?.yaxis?.map(({ y, y2, fillColor }) => [y, y2, fillColor])).toEqual([
      [80, 85, colours.okSoft],
      [75, 80, colours.attentionSoft],
    ])
    const named = points.map(({ value }, dataPointIndex) => dataLabels?.formatter?.(value ?? 0, { dataPointIndex }))
    expect(named).toEqual(['', '', '82', ''])
  })

  test('the last value of a fall to the lower end is written above its dot, of one at the upper end below', () => {
    const offset = (values: readonly number[]) =>
      lineOptions(
        {
          series: [{ name: '评分', points: values.map((value, at) => ({ label: `11-${at + 1}`, value })) }],
          height: 128,
          isScore: true,
        },
        colours,
      ).dataLabels?.offsetY
    expect([offset([93, 88, 80, 52, 35.8]), offset([35.8, 52, 70, 88, 99])]).toEqual([-10, 20])
  })

  test('the dates of a score are equally far apart, the last day among them', () => {
    const dates = (count: number) => {
      const { xaxis } = lineOptions(
        { series: [{ name: '评分', points: days(count) }], height: 200, isScore: true },
        colours,
      )
      const labels: readonly string[] = xaxis?.categories ?? []
      return labels.flatMap((label, at) => (label ? [at + 1] : []))
    }
    expect([dates(30), dates(31), dates(9)]).toEqual([
      [2, 9, 16, 23, 30],
      [3, 10, 17, 24, 31],
      [1, 3, 5, 7, 9],
    ])
  })

  test('the average is a dashed line', () => {
    const averageLine = { value: 82.5, label: '平均' }
    const { annotations } = lineOptions(
      { series: [{ name: '评分', points: days(7) }], height: 200, averageLine },
      colours,
    )
    expect(annotations?.yaxis?.[0]).toMatchObject({ y: 82.5, strokeDashArray: 5 })
  })
})

describe('shares', () => {
  test('are percentages of the total; an empty total has no shares', () => {
    const parts = [
      { name: '在线', value: 3 },
      { name: '离线', value: 1 },
    ]
    expect(shareOf(3, parts)).toBe(75)
    expect(shareOf(0, [{ name: '在线', value: 0 }])).toBe(0)
    expect(donutOptions(parts, 136, '个', colours).series).toEqual([3, 1])
  })
})

test('figures have their unit, a missing one shows two dashes', () => {
  expect(withUnit(1234.5, '分')).toBe('1,234.5 分')
  expect(withUnit(null, '分')).toBe('--')
})

test("a provider's name with markup is shown as text", () => {
  const node = tip('11-21', [{ colour: 'red', name: '<img src=x onerror=alert(1)>', value: '3 栋' }])
  expect(node.querySelector('img')).toBeNull()
  expect(node.textContent).toContain('<img src=x onerror=alert(1)>')
})
