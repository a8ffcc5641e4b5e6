import { compareFloors, floorLevel, isPlainFloor, MOST_FLOOR_PLANS, ROOF_LEVEL } from '#contract/floor-plan.rules.ts'
import type { FloorRow } from '#contract/floor-plan.ts'

const BARE = { points: 0, alarms: 0, faults: 0, offline: 0, placed: 0, plan: null }

interface Levels {
  readonly upperLevel?: number | null
  readonly underLevel?: number | null
}

export function wholeFloors(floors: readonly FloorRow[], { upperLevel, underLevel }: Levels = {}): readonly FloorRow[] {
  const numbered = floors.filter(({ floor }) => Math.abs(floorLevel(floor)) < ROOF_LEVEL)
  const known = numbered.map(({ floor }) => floorLevel(floor))
  const levels = [...known, ...(upperLevel ? [1, upperLevel] : []), ...(underLevel ? [-underLevel] : [])]
  const lowest = Math.min(...levels)
  const count = Math.max(...levels) - lowest + 1
  if (known.length === 0 || count > MOST_FLOOR_PLANS || !numbered.every(({ floor }) => isPlainFloor(floor)))
    return floors
  const bare = Array.from({ length: count }, (_, at) => lowest + at)
    .filter((level) => level !== 0 && !known.includes(level))
    .map((level) => ({ ...BARE, floor: level < 0 ? `地下${-level}层` : `${level}层` }))
  return [...floors, ...bare].sort((a, b) => compareFloors(a.floor, b.floor))
}
