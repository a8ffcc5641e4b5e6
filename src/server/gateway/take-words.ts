import type { ReadingItem } from '#contract/ingest.ts'
import type { Db } from '../db/open-db.ts'
import type { EventReport } from '../ingest/event-report.ts'
import { finishBatch } from '../ingest/finish-batch.ts'
import { EXPIRED, NOT_THERE, type Verdict } from '../ingest/outcome.ts'
import type { QuarantineReason } from '../ingest/quarantine.table.ts'
import { takeEvents } from '../ingest/take-events.ts'
import { type Arrival, takeReadings } from '../ingest/take-readings.ts'
import { type AsideRow, setAside } from '../ingest/write-items.ts'
import type { Transmitter } from './gateway.store.ts'
import { noteTransmitterReport } from './note-transmitter-report.ts'
import type { Message } from './translate.ts'

/** Objects a frame can hold fit below. */
const WORDS_A_FRAME = 128
/** Where the numbers of the gateway's words begin: providers by HTTP number theirs from 0. */
const FIRST_SEQUENCE = 2 ** 30

/** A word's number, the same when it is sent again. */
export const sequenceOf = (serial: number, { order }: Message) => FIRST_SEQUENCE + serial * WORDS_A_FRAME + order

/** What became of a frame's words. */
export interface WordsTaken {
  readonly readings: readonly Verdict[]
  readonly events: readonly Verdict[]
}

/** Takes what a frame of a transmission device said, by the same way as every provider's reports. */
export async function takeWords(
  tx: Db,
  device: Transmitter,
  serial: number,
  messages: readonly Message[],
  arrival: Arrival,
): Promise<WordsTaken> {
  const about = (one: Message) => ({
    projectId: device.projectId,
    pointNumber: one.pointNumber,
    time: one.at,
    sequence: sequenceOf(serial, one),
  })
  const readings = messages.flatMap((one) => (one.is === 'reading' ? [{ ...about(one), measures: one.measures }] : []))
  const events = messages.flatMap((one): EventReport[] => {
    if (one.is === 'status') return [{ ...about(one), phase: 'status', told: one.told, lasting: one.lasting }]
    if (one.is !== 'operation') return []
    const { bits, operator, resets } = one
    return [{ ...about(one), phase: 'operation', bits, operator, resets }]
  })
  const unknown = messages.flatMap((one) =>
    one.is === 'unknown' ? [{ ...about(one), code: one.code, steps: one.steps }] : [],
  )
  const taken = {
    readings: readings.length > 0 ? await store(tx, arrival, () => takeReadings(tx, arrival, readings)) : [],
    events: events.length > 0 ? await store(tx, arrival, () => takeEvents(tx, arrival, events)) : [],
  }
  await setAside(
    tx,
    device.providerId,
    [
      ...readings.flatMap((item, i) => asideOf(device, item, taken.readings[i])),
      ...unknown.map((item) => rowOf(device, 'unknown-code', 'reading', item)),
    ],
    arrival.now,
  )
  const arrived = { ...(await noteTransmitterReport(tx, device, arrival.now)), eventPointIds: [] }
  await finishBatch(tx, { verdicts: [], arrived }, arrival.now)
  return taken
}

async function store(tx: Db, arrival: Arrival, take: () => ReturnType<typeof takeReadings>): Promise<Verdict[]> {
  const stored = await take()
  await finishBatch(tx, stored, arrival.now)
  return stored.verdicts
}

/** A reading that is refused is kept for its provider: the device is told nothing but that the frame has arrived. */
const asideOf = (device: Transmitter, item: ReadingItem, verdict: Verdict | undefined): AsideRow[] =>
  verdict === NOT_THERE
    ? [rowOf(device, 'unknown-point', 'reading', item)]
    : verdict === EXPIRED
      ? [rowOf(device, 'expired', 'reading', item)]
      : []

type Item = { readonly pointNumber: string; readonly time: Date | null; readonly sequence: number }
const rowOf = (device: Transmitter, reason: QuarantineReason, itemKind: string, item: Item): AsideRow => ({
  buildingId: device.buildingId,
  pointNumber: item.pointNumber,
  reason,
  itemKind,
  at: item.time,
  sequence: item.sequence,
  item: { ...item },
})
