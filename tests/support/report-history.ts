import type { InputOf } from '#contract/endpoint.ts'
import type { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'

export type ReadingItem = InputOf<typeof ingest.readings>['items'][number]
export type EventItem = InputOf<typeof ingest.events>['items'][number]
export type Item =
  | { readonly call: 'readings'; readonly item: ReadingItem }
  | { readonly call: 'events'; readonly item: EventItem }

export function chanceOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    next,
    below,
    shuffle<T>(list: T[]): T[] {
      for (let i = list.length - 1; i > 0; i--) {
        const j = below(i + 1)
        ;[list[i], list[j]] = [list[j]!, list[i]!]
      }
      return list
    },
  }
}

const DAY = 24 * 3_600_000
const KINDS = ['fire', 'fault', 'shield', 'action'] as const

/**
 * An hour: 75 % readings; 5 % up to seven days late, a fifth with clocks off by up to 24 h, 10 % duplicated;
 * shuffled.
 */
export function reportHistory(
  seed: number,
  size: number,
  points: readonly { projectId: string; pointNumber: string }[],
  now: Date,
): Item[] {
  const { next, below, shuffle } = chanceOf(seed)
  const skew = points.map(() => (next() < 0.2 ? (below(2 * DAY) - DAY) | 0 : 0))
  const items: Item[] = []
  while (items.length < size) {
    const which = below(points.length)
    const { projectId, pointNumber } = points[which]!
    const late = next() < 0.05 ? below(7 * DAY) : 0
    const time = toWireTime(new Date(now.getTime() - below(3_600_000) - late + (skew[which] ?? 0)))
    const about = { projectId, pointNumber, time, sequence: below(3) }
    if (next() < 0.75) items.push({ call: 'readings', item: { ...about, measures: { pressure: below(1000) / 1000 } } })
    else {
      const phase = next() < 0.5 ? 'begin' : 'end'
      items.push({ call: 'events', item: { ...about, kind: KINDS[below(4)]!, phase } })
    }
  }
  const doubled = items.filter(() => next() < 0.1)
  return shuffle([...items, ...doubled])
}
