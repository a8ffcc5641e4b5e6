import type { EventItem, ReadingItem } from '#contract/ingest.ts'
import type { EventKind } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { timeBytes } from '#server/devices/gateway/frame.ts'
import { chanceOf } from './report-history.ts'
import { four, statusUnit, two } from './transmitter.ts'

type Sent<Item extends { readonly time: unknown }> = Omit<Item, 'time' | 'projectId'> & { readonly time: string }
export type HttpItem =
  | { readonly call: 'readings'; readonly item: Sent<ReadingItem> }
  | { readonly call: 'events'; readonly item: Sent<EventItem> }

export interface Fact {
  readonly number: number
  readonly http: readonly HttpItem[]
  /** Null: HTTP only. */
  readonly unit: readonly number[] | null
}

export interface FactSet {
  readonly facts: readonly Fact[]
  /** No ties, repeated begins or handling. */
  readonly isComparable: boolean
}

interface Component {
  readonly pointNumber: string
  readonly system: number
  /** GB/T 26875.3-2011. */
  readonly type: number
  readonly address: number
  readonly apiId: number
  readonly kinds: readonly EventKind[]
  readonly measure?: {
    readonly name: 'pressure' | 'level' | 'residualCurrent'
    readonly code: number
    readonly step: number
  }
  readonly values?: readonly number[]
}

const component = (
  system: number,
  address: number,
  type: number,
  apiId: number,
  more: Partial<Component> = {},
): Component => ({
  pointNumber: `${system}.0.${address}`,
  system,
  type,
  address,
  apiId,
  kinds: ['fire', 'fault', 'shield', 'action'],
  ...more,
})

const PRESSURE = { name: 'pressure', code: 5, step: 0.0001 } as const
const LEVEL = { name: 'level', code: 2, step: 0.01 } as const
const CURRENT = { name: 'residualCurrent', code: 128, step: 1 } as const

/** 42 smoke detector, 140 pressure, 139 level, 91 pump, 16 residual current. */
export const COMPONENTS: readonly Component[] = [
  component(1, 7, 42, 1),
  component(1, 8, 42, 1),
  component(11, 9, 140, 17, { kinds: ['fault'], measure: PRESSURE, values: [100, 300, 4_000, 9_500] }),
  component(11, 5, 139, 16, { kinds: ['fault'], measure: LEVEL, values: [50, 200, 210] }),
  component(11, 3, 91, 15, { kinds: ['fault', 'action'] }),
  component(16, 4, 16, 12, { kinds: ['fire'] }),
  component(16, 6, 16, 11, { kinds: ['fault'], measure: CURRENT, values: [20, 320, 900] }),
]
const UNREGISTERED = component(1, 99, 42, 1, { kinds: ['fire'] })

const BIT: Readonly<Record<EventKind, number>> = { fire: 1, fault: 2, shield: 3, action: 5 }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
export const PUMP = 91

interface History {
  readonly at: readonly Date[]
  readonly of: Component
}

/** States, readings, resets, late and repeated reports. */
export function factsOf(seed: number, now: Date): FactSet {
  const { below, next, shuffle } = chanceOf(seed)
  const is = (share: number) => next() < share
  const isComparable = seed % 2 === 0
  const facts: Fact[] = []
  const taken = new Set<number>()
  function moment(): Date {
    for (;;) {
      const span = is(0.6) ? 3 * 60 * MINUTE : is(0.7) ? 3 * DAY : 20 * DAY
      const ms = now.getTime() - MINUTE - 1000 * below(span / 1000)
      const repeated = !isComparable && taken.size > 0 && is(0.1) ? [...taken][below(taken.size)]! : ms
      if (isComparable && taken.has(ms)) continue
      taken.add(repeated)
      return new Date(repeated)
    }
  }
  const add = (http: Fact['http'], unit: Fact['unit']) => facts.push({ number: facts.length, http, unit })
  const about = ({ pointNumber }: Component, at: Date) => ({
    pointNumber,
    time: toWireTime(at),
    sequence: facts.length,
  })

  const chosen = shuffle([...COMPONENTS, UNREGISTERED]).slice(0, 2 + below(3))
  const resets = is(0.4) ? [moment()] : []
  const resetSystem = chosen[0]!.system
  const histories = chosen.map((of): History => ({
    of,
    at: Array.from({ length: 1 + below(4) }, moment).sort((a, b) => a.getTime() - b.getTime()),
  }))
  for (const { of, at } of histories) {
    const lasting = new Set<EventKind>()
    let reset = of.system === resetSystem ? (resets[0]?.getTime() ?? Infinity) : Infinity
    for (const time of at) {
      if (time.getTime() >= reset) {
        lasting.delete('fire')
        lasting.delete('action')
        reset = Infinity
      }
      const events: HttpItem[] = []
      for (const kind of of.kinds) {
        const before = lasting.has(kind)
        const after = is(0.5)
        if (after) lasting.add(kind)
        else lasting.delete(kind)
        // Over HTTP a repeated begin is a record, an end alone is none.
        const isSaid = before !== after || (!isComparable && is(0.2))
        if (isSaid) events.push({ call: 'events', item: { ...about(of, time), kind, phase: after ? 'begin' : 'end' } })
      }
      const word = [...lasting].reduce((sum, kind) => sum + (1 << BIT[kind]), 0)
      const sign: HttpItem = { call: 'readings', item: { ...about(of, time), measures: statesOf(of, lasting) } }
      add(of === UNREGISTERED ? events : [...events, sign], statusUnit(of, word, time))
    }
  }
  for (const time of resets) {
    const ends = [...COMPONENTS, UNREGISTERED]
      .filter(
        ({ system, kinds }) => system === resetSystem && kinds.some((kind) => kind === 'fire' || kind === 'action'),
      )
      .flatMap((of) =>
        (['fire', 'action'] as const)
          .filter((kind) => of !== UNREGISTERED || kind === 'fire')
          .map((kind): HttpItem => ({ call: 'events', item: { ...about(of, time), kind, phase: 'end' } })),
      )
    add(ends, [4, 1, resetSystem, 0, 1, 7, ...timeBytes(time)])
  }
  for (const of of COMPONENTS)
    if (of.measure && of.values)
      for (let left = below(4); left > 0; left -= 1) {
        const time = moment()
        const steps = of.values[below(of.values.length)]!
        const { name, code, step } = of.measure
        const measures = { [name]: Math.round(steps * step * 10_000) / 10_000 }
        add(
          [{ call: 'readings', item: { ...about(of, time), measures } }],
          [3, 1, of.system, 0, of.type, ...four(of.address), code, ...two(steps), ...timeBytes(time)],
        )
      }
  const merged = mergeSome(shuffle(facts), below)
  if (!isComparable) addHandlings(merged, now, is, below)
  return { facts: [...merged, ...merged.filter(() => is(0.2))], isComparable }
}

/** Of one unit type. */
function mergeSome(facts: readonly Fact[], below: (n: number) => number): Fact[] {
  const merged: Fact[] = []
  const left = [...facts]
  for (let first = left.shift(); first; first = left.shift()) {
    const [type = 0] = first.unit ?? []
    const group = [first]
    for (let most = type === 4 ? 0 : below(4); most > 0; most -= 1) {
      const at = left.findIndex(({ unit }) => unit?.[0] === type)
      if (at >= 0) group.push(...left.splice(at, 1))
    }
    merged.push({
      number: merged.length,
      http: group.flatMap(({ http }) => http),
      unit: [type, group.length, ...group.flatMap(({ unit }) => unit?.slice(2) ?? [])],
    })
  }
  return merged
}

function addHandlings(facts: Fact[], now: Date, is: (share: number) => boolean, below: (n: number) => number): void {
  const reported = facts.slice()
  for (const { http } of reported)
    for (const said of http)
      if (said.call === 'events' && said.item.phase === 'begin' && said.item.kind !== 'shield')
        for (let left = is(0.3) ? 1 + below(2) : 0; left > 0; left -= 1) {
          const handledTime = toWireTime(new Date(now.getTime() - below(30) * MINUTE)) as never
          const item = { ...said.item, state: 1 + below(4), handledTime, handledBy: `值班员${below(3)}` }
          facts.push({ number: facts.length, http: [{ call: 'events', item }], unit: null })
        }
}

function statesOf({ type }: Component, lasting: ReadonlySet<EventKind>): Record<string, number> {
  if (type !== PUMP) return {}
  const shown = (kind: EventKind) => (lasting.has(kind) ? 1 : 0)
  return { fireAlarm: 0, faultStatus: shown('fault'), startStopStatus: shown('action'), powerState: 0 }
}
