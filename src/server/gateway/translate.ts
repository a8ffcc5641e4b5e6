import { EVENT_KINDS, type EventKind } from '#contract/ingest.ts'
import type { Measures } from '#contract/measures.ts'
import type { Protocol, StatusBit } from './protocols.ts'
import { pointNumberOf, type Word } from './units.ts'

/** What a word comes down to, in the terms of ingestion; `order` tells those of one frame and second apart. */
export type Said =
  | {
      readonly is: 'reading'
      readonly pointNumber: string
      readonly at: Date
      readonly order: number
      readonly measures: Measures
    }
  /** Which kinds go on now; `others`: kinds it says nothing of are left alone. */
  | {
      readonly is: 'state'
      readonly pointNumber: string
      readonly at: Date
      readonly order: number
      readonly on: Readonly<Partial<Record<EventKind, boolean>>>
    }
  /** Everything that goes on in a system (its number, and all below it) is over. */
  | { readonly is: 'over'; readonly system: string; readonly at: Date; readonly order: number }

const round = (value: number) => Math.round(value * 10_000) / 10_000

function bitsOf(word: Word & { is: 'status' }, protocol: Protocol): readonly StatusBit[] {
  if (word.place.of === 'component') return protocol.componentBits
  return word.place.of === 'system' ? protocol.systemBits : protocol.deviceBits
}

const isSet = (bits: number, index: number) => ((bits >> index) & 1) === 1

/** For each kind that some bit tells of, whether any of its bits is set. */
function kindsOn(bits: number, table: readonly StatusBit[]): Partial<Record<EventKind, boolean>> {
  const on: Partial<Record<EventKind, boolean>> = {}
  for (const kind of EVENT_KINDS) {
    const own = table.flatMap((entry, index) => (entry.kind === kind ? [isSet(bits, index)] : []))
    if (own.length > 0) on[kind] = own.includes(true)
  }
  return on
}

function statesShown(bits: number, table: readonly StatusBit[]): Measures {
  return Object.fromEntries(
    table.flatMap(({ measure }, index) => (measure ? [[measure, isSet(bits, index) ? 1 : 0] as const] : [])),
  )
}

/** What the words of one unit say, analog values of one component and second as one reading. */
export function translate(words: readonly Word[], protocol: Protocol): Said[] {
  const said: Said[] = []
  const readings = new Map<string, { pointNumber: string; at: Date; order: number; measures: Record<string, number> }>()
  for (const [order, word] of words.entries()) {
    const pointNumber = pointNumberOf(word.place)
    const about = { pointNumber, at: word.at, order }
    if (word.is === 'analog') {
      const code = protocol.analogs[word.code]
      const value = code ? round(word.steps * code.step) : 0
      if (!code || value < code.range[0] || value > code.range[1]) continue
      const key = `${pointNumber} ${word.at.getTime()}`
      const reading = readings.get(key) ?? { ...about, measures: {} }
      reading.measures[code.measure] = value
      readings.set(key, reading)
    } else if (word.is === 'status') {
      const table = bitsOf(word, protocol)
      const { place } = word
      const shows = place.of !== 'component' || protocol.showsState.has(place.componentType)
      said.push({ is: 'reading', ...about, measures: shows ? statesShown(word.bits, table) : {} })
      said.push({ is: 'state', ...about, on: kindsOn(word.bits, table) })
    } else {
      const done = protocol.operations.filter((_, index) => isSet(word.bits, index))
      said.push({ is: 'reading', ...about, measures: {} })
      if (done.some(({ effect }) => effect === 'alarm')) said.push({ is: 'state', ...about, on: { fire: true } })
      if (done.some(({ effect }) => effect === 'end'))
        said.push({ is: 'over', system: pointNumber, at: word.at, order })
    }
  }
  return [...said, ...[...readings.values()].map((reading) => ({ is: 'reading' as const, ...reading }))]
}
