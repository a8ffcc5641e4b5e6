import type { FloorPoint } from '#contract/floor-plan.ts'
import type { Spot } from '#app/parts/floor-plan/open-plan.ts'

type Known = Pick<FloorPoint, 'id' | 'x' | 'y'>

export interface Placing {
  /** The point that the next tap places. */
  readonly current: string | undefined
  /** Unsaved; null: taken off. */
  readonly drafts: ReadonlyMap<string, Spot | null>
  /** Each change with the draft before it. */
  readonly history: readonly { readonly id: string; readonly before: Spot | null | undefined }[]
}

export function spotOf({ id, x, y }: Known, drafts: Placing['drafts']): Spot | null {
  const draft = drafts.get(id)
  if (draft !== undefined) return draft
  return x !== null && y !== null ? { x, y } : null
}

function nextOf(points: readonly Known[], drafts: Placing['drafts'], after?: string): string | undefined {
  const from = points.findIndex(({ id }) => id === after) + 1
  return [...points.slice(from), ...points.slice(0, from)].find((one) => !spotOf(one, drafts))?.id
}

/** @param kept drafts of an interrupted placing; those of other floors are dropped */
export function startPlacing(
  points: readonly Known[],
  kept: readonly (readonly [string, Spot | null])[] = [],
): Placing {
  const drafts = new Map(kept.filter(([id]) => points.some((one) => one.id === id)))
  return { current: nextOf(points, drafts), drafts, history: [] }
}

export function addKept(now: Placing, points: readonly Known[], kept: readonly [string, Spot | null][]): Placing {
  const { current, drafts } = startPlacing(points, kept)
  const isBegun = now.drafts.size > 0
  return { ...now, current: isBegun ? now.current : current, drafts: new Map([...drafts, ...now.drafts]) }
}

export const skip = (placing: Placing, points: readonly Known[]): Placing => ({
  ...placing,
  current: nextOf(points, placing.drafts, placing.current),
})

export function place(placing: Placing, points: readonly Known[], id: string, at: Spot | null): Placing {
  const drafts = new Map(placing.drafts).set(id, at)
  const history = [...placing.history, { id, before: placing.drafts.get(id) }]
  const current = id === placing.current && at ? nextOf(points, drafts, id) : placing.current
  return { current, drafts, history }
}

export function undo({ drafts, history, current }: Placing): Placing {
  const last = history[history.length - 1]
  if (!last) return { drafts, history, current }
  const before = new Map(drafts)
  if (last.before === undefined) before.delete(last.id)
  else before.set(last.id, last.before)
  return { current: last.id, drafts: before, history: history.slice(0, -1) }
}
