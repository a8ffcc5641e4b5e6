import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { FloorPoint, FloorRow } from '#contract/floor-plan.ts'
import { PointsOfFloor } from '#app/parts/floor-plan/points-of-floor.tsx'

const point = (id: string, state: string) => ({ id, state, name: `设备${id}`, zone: '' }) as unknown as FloorPoint
const burning = (floor: string) => ({ floor, points: 9, alarms: 2, faults: 0, offline: 0 }) as FloorRow
const floor = (points: number) => [{ floor: '3层', points, alarms: 0, faults: 7, offline: 0 } as FloorRow]

afterEach(cleanup)

test('the rest of a floor is normal only if nothing abnormal is behind the button, which keeps the focus', async () => {
  const faults = Array.from({ length: 21 }, (_, at) => point(`${at}`, 'fault'))
  const concerned = point('first', 'normal')
  const rows = (points: readonly FloorPoint[]) => (
    <PointsOfFloor floors={floor(points.length)} floor="3层" points={points} concerned={['first']} />
  )
  const { rerender } = render(rows([concerned, ...faults.slice(0, 2), point('calm', 'normal')]))
  expect(screen.getByRole('button').textContent).toBe('本层另有 1 个正常')
  rerender(rows([concerned, ...faults.slice(0, 6)]))
  const more = screen.getByRole('button', { name: '本层另有 1 个点位' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(more)
  expect(document.activeElement).toBe(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
})

test('floors beyond the first rows are unfolded by a button that keeps the focus', async () => {
  const floors = [...floor(1), ...Array.from({ length: 9 }, (_, at) => burning(`${at + 4}层`))]
  render(<PointsOfFloor floors={floors} floor="3层" points={[point('1', 'alarm')]} concerned={['1']} />)
  const more = screen.getByRole('button', { name: '另有 2 层异常或离线' })
  await userEvent.click(more)
  expect(document.activeElement).toBe(more)
  expect(more.textContent).toBe('收起')
  expect(screen.getByText('12层', { selector: 'li span' })).toBeDefined()
})

test('floors between the lowest and the highest are drawn without points, unless floors have other names', () => {
  const named = (...names: string[]) => names.map((name) => ({ ...burning(name), alarms: 0 }))
  const drawn = (floors: readonly FloorRow[]) => (
    <PointsOfFloor floors={floors} floor="5层" points={[]} concerned={[]} />
  )
  const { rerender } = render(drawn(named('屋面层', '5层', '2层', 'B1')))
  expect(screen.getByText('7 个楼层')).toBeDefined()
  expect(screen.getByText('无点位')).toBeDefined()
  rerender(drawn(named('5层', 'A座2-3层')))
  expect(screen.getByText('2 个楼层')).toBeDefined()
  expect(screen.queryByText('无点位')).toBeNull()
})

test('another floor’s alarms are counted, and said to be none of the fire’s only if its floors are known', () => {
  const floors = [...floor(1), burning('4层'), burning('5层')]
  const rows = (own?: readonly string[]) => (
    <PointsOfFloor floors={floors} floor="3层" points={[point('1', 'alarm')]} concerned={['1']} own={own} />
  )
  const { rerender } = render(rows(['3层', '4层']))
  const words = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(words().slice(1)).toEqual(['4层2 个点位报警', '5层2 个点位 · 非本起火警报警'])
  rerender(rows())
  expect(words().slice(1)).toEqual(['4层2 个点位报警', '5层2 个点位报警'])
})
