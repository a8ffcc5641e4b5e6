import type { FloorPoint } from '#contract/floor-plan.ts'
import type { PlacedPoint } from './plan-canvas.tsx'

export const pointName = ({ deviceName, pointNumber, id }: Pick<FloorPoint, 'deviceName' | 'pointNumber' | 'id'>) =>
  deviceName ?? pointNumber ?? id

export const placedOf = (points: readonly FloorPoint[]): PlacedPoint[] =>
  points.flatMap((one) =>
    one.x === null || one.y === null
      ? []
      : [{ id: one.id, state: one.state, name: pointName(one), x: one.x, y: one.y }],
  )
