import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { FloorPoint, FloorRow } from '#contract/floor-plan.ts'
import { PointsOfFloor } from '#app/parts/floor-plan/points-of-floor.tsx'

const point = (id: string, state: string) => ({ id, state, name: `设备${id}`, zone: '' }) as unknown as FloorPoint
const floor = (points: number) => [{ floor: '3层', points, alarms: 0, faults: 7, offline: 0 } as FloorRow]

afterEach(cleanup)

test('the rest of a floor is normal only if nothing abnormal is behind the button, which keeps the focus', async () => {
  const faults = Array.from({ length: 21 }, (_, at) => point(`${at}`, 'fault'))
  const concerned = point('first', 'normal')
  const rows = (points: readonly FloorPoint[]) => (
    <PointsOfFloor floors={floor(points.length)} floor="3层" points={points} concerned={['first']} />
  )
  const { rerender } = render(rows([concerned, ...faults.slice(0, 2), point('calm', 'normal')]))
  expect(screen.getByRole('button').textContent).toBe('另有 1 个正常')
  rerender(rows([concerned, ...faults.slice(0, 6)]))
  const more = screen.getByRole('button', { name: '另有 1 个点位' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(more)
  expect(document.activeElement).toBe(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
})
