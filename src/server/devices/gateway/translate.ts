import type { Measures } from '#contract/measures.ts'
import { bitOf } from '../ingest/event-kinds.ts'
import type { Protocol, StatusBit } from '../protocols.ts'
import { pointNumberOf, type UnitObject } from './units.ts'

interface Said {
  readonly pointNumber: string
  readonly at: Date | null
  readonly order: number
}

export type Message =
  | (Said & { readonly is: 'reading'; readonly measures: Measures })
  /** Bits of `bitOf`: kinds covered and active. */
  | (Said & { readonly is: 'status'; readonly told: number; readonly lasting: number })
  | (Said & { readonly is: 'manual' })
  | (Said & { readonly is: 'operations'; readonly bits: number; readonly operator: number; readonly resets: boolean })
  | (Said & { readonly is: 'unknown'; readonly code: number; readonly steps: number })

const round = (value: number) => Math.round(value * 10_000) / 10_000

function bitsOf(word: UnitObject & { is: 'status' }, protocol: Protocol): readonly StatusBit[] {
  if (word.place.of === 'component') return protocol.componentBits
  return word.place.of === 'system' ? protocol.systemBits : protocol.deviceBits
}

const isSet = (bits: number, index: number) => ((bits >> index) & 1) === 1

function eventBits(bits: number, table: readonly StatusBit[]): { told: number; lasting: number } {
  let [told, lasting] = [0, 0]
  for (const [index, { kind }] of table.entries()) {
    if (!kind) continue
    told |= bitOf(kind)
    if (isSet(bits, index)) lasting |= bitOf(kind)
  }
  return { told, lasting }
}

function statesShown(bits: number, table: readonly StatusBit[]): Measures {
  return Object.fromEntries(
    table.flatMap(({ measure }, index) => (measure ? [[measure, isSet(bits, index) ? 1 : 0] as const] : [])),
  )
}

/** Values of one component and second form one reading. */
export function translate(words: readonly UnitObject[], protocol: Protocol): Message[] {
  const messages: Message[] = []
  const readings = new Map<string, Said & { measures: Record<string, number> }>()
  for (const [order, word] of words.entries()) {
    const pointNumber = pointNumberOf(word.place)
    const about = { pointNumber, at: word.at, order }
    if (word.is === 'analog') {
      const code = protocol.analogs[word.code]
      if (!code) {
        messages.push({ is: 'unknown', ...about, code: word.code, steps: word.steps })
        continue
      }
      const key = `${pointNumber} ${word.at?.getTime()}`
      const reading = readings.get(key) ?? { ...about, measures: {} }
      reading.measures[code.measure] = round(word.steps * code.step)
      readings.set(key, reading)
    } else if (word.is === 'status') {
      const table = bitsOf(word, protocol)
      const { place } = word
      const shows = place.of !== 'component' || protocol.showsState.has(place.componentType)
      messages.push({ is: 'reading', ...about, measures: shows ? statesShown(word.bits, table) : {} })
      messages.push({ is: 'status', ...about, ...eventBits(word.bits, table) })
    } else messages.push(...translateOperation(word, about, protocol))
  }
  return [...messages, ...[...readings.values()].map((reading) => ({ is: 'reading' as const, ...reading }))]
}

function translateOperation(word: UnitObject & { is: 'operations' }, about: Said, protocol: Protocol): Message[] {
  const { bits, operator } = word
  const done = protocol.operations.filter((_, index) => isSet(bits, index))
  const resets = done.includes('end')
  const isAlarm = done.includes('alarm')
  return [
    { is: 'reading', ...about, measures: {} },
    ...(isAlarm ? [{ is: 'manual', ...about } as const] : []),
    { is: 'operations', ...about, bits, operator, resets },
  ]
}
