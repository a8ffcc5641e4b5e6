import type { EventItem, EventKind, ReadingItem } from '#contract/ingest.ts'
import type { Db } from '../db/open-db.ts'
import { type AsideRow, setAside } from '../ingest/write-items.ts'
import { finishBatch } from '../ingest/finish-batch.ts'
import { NOT_THERE, type Verdict } from '../ingest/outcome.ts'
import { takeEvents } from '../ingest/take-events.ts'
import { type Arrival, takeReadings } from '../ingest/take-readings.ts'
import { currentEvents, noteTransmitterSpoke, type Transmitter } from './gateway.store.ts'
import type { Said } from './translate.ts'

/** Objects a frame can hold fit below; so a device's word keeps its number when it is sent again. */
const WORDS_A_FRAME = 128
/** What a reset or an all-clear ends. */
const ENDED_BY_RESET: readonly EventKind[] = ['fire', 'action']

/** What became of a frame's words. */
export interface WordsTaken {
  readonly readings: readonly Verdict[]
  readonly events: readonly Verdict[]
}

/** Takes what a frame of a transmission device said, by the same way as every provider's word. */
export async function takeWords(
  tx: Db,
  device: Transmitter,
  serial: number,
  said: readonly Said[],
  arrival: Arrival,
): Promise<WordsTaken> {
  const taken: { readings: readonly Verdict[]; events: readonly Verdict[] } = { readings: [], events: [] }
  const sequenceOf = (order: number) => serial * WORDS_A_FRAME + order
  const { projectId } = device
  const readings = said.flatMap((one): ReadingItem[] =>
    one.is === 'reading'
      ? [
          {
            projectId,
            pointNumber: one.pointNumber,
            time: one.at,
            sequence: sequenceOf(one.order),
            measures: one.measures,
          },
        ]
      : [],
  )
  if (readings.length > 0) {
    const stored = await takeReadings(tx, arrival, readings)
    const { verdicts } = stored
    taken.readings = verdicts
    await finishBatch(tx, stored, arrival.now)
    const unknown = readings.filter((_, i) => verdicts[i] === NOT_THERE)
    if (unknown.length > 0)
      await setAside(
        tx,
        device.providerId,
        unknown.map((item) => asideOf(item, device)),
        arrival.now,
      )
  }
  const events = (await eventsOf(tx, device, said)).map(({ order, ...event }) => ({
    ...event,
    projectId,
    sequence: sequenceOf(order),
  }))
  if (events.length > 0) {
    const stored = await takeEvents(tx, arrival, events)
    taken.events = stored.verdicts
    await finishBatch(tx, stored, arrival.now)
  }
  await noteTransmitterSpoke(tx, device, arrival.now)
  return taken
}

const asideOf = (item: ReadingItem, device: Transmitter): AsideRow => ({
  buildingId: device.buildingId,
  pointNumber: item.pointNumber,
  reason: 'unknown-point',
  itemKind: 'reading',
  at: item.time,
  sequence: item.sequence,
  item: { ...item },
})

type Turn = Omit<EventItem, 'projectId' | 'sequence'> & { readonly order: number }

/** A state that is told again begins nothing anew: only turns from off to on, and back, are events. */
async function eventsOf(tx: Db, device: Transmitter, said: readonly Said[]): Promise<Turn[]> {
  const states = said.filter((one) => one.is === 'state')
  const resets = said.filter((one) => one.is === 'over')
  if (states.length + resets.length === 0) return []
  const current = await currentEvents(
    tx,
    device.buildingId,
    [...new Set(states.map(({ pointNumber }) => pointNumber))],
    [...new Set(resets.map(({ system }) => system))],
  )
  const known = new Map(current.map((one) => [`${one.pointNumber} ${one.kind}`, { ...one }]))
  const turns: Turn[] = []
  const turn = (pointNumber: string, kind: EventKind, isOn: boolean, at: Date, order: number) => {
    const key = `${pointNumber} ${kind}`
    const before = known.get(key)
    if ((before?.isOn ?? false) === isOn || (before && at < before.at)) return
    known.set(key, { pointNumber, kind, at, isOn })
    turns.push({ pointNumber, kind, phase: isOn ? 'begin' : 'end', time: at, order })
  }
  for (const one of said) {
    if (one.is === 'state')
      for (const [kind, isOn] of Object.entries(one.on))
        turn(one.pointNumber, kind as EventKind, isOn, one.at, one.order)
    if (one.is === 'over')
      for (const { pointNumber, kind } of known.values())
        if (ENDED_BY_RESET.includes(kind) && (pointNumber === one.system || pointNumber.startsWith(`${one.system}.`)))
          turn(pointNumber, kind, false, one.at, one.order)
  }
  return turns
}
