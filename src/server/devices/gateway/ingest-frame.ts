import { and, eq } from 'drizzle-orm'
import type { ReadingItem } from '#contract/ingest.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { point } from '#server/schema/point.table.ts'
import type { EventReport } from '../ingest/event-report.ts'
import { finishBatch } from '../ingest/finish-batch.ts'
import { EXPIRED, NOT_THERE, type JudgedItem } from '../ingest/item-result.ts'
import type { QuarantineReason } from '#server/schema/quarantine.table.ts'
import { ingestEvents } from '../ingest/ingest-events.ts'
import { type BatchContext, ingestReadings } from '../ingest/ingest-readings.ts'
import { type QuarantinedRow, quarantineItems } from '../ingest/store-items.ts'
import type { Transmitter } from './gateway.store.ts'
import { noteTransmitterReport } from './note-transmitter-report.ts'
import type { Message } from './translate.ts'
import { pointNumberOf } from './units.ts'

/** The standard allows up to 102. */
const WORDS_A_FRAME = 128
/** Sequence numbers of HTTP providers start at 0. */
const FIRST_SEQUENCE = 2 ** 30

/** Equal when the frame is sent again. */
export const sequenceOf = (serial: number, { order }: Message) => FIRST_SEQUENCE + serial * WORDS_A_FRAME + order

const DEVICE = pointNumberOf({ of: 'device' })

async function ownNumber(tx: Db, { buildingId, address }: Transmitter): Promise<string> {
  const own = `${DEVICE}-${address}`
  const registered = and(eq(point.buildingId, buildingId), eq(point.pointNumber, own))
  return (await tx.$count(point, registered)) > 0 ? own : DEVICE
}

export interface FrameResult {
  readonly readings: readonly JudgedItem[]
  readonly events: readonly JudgedItem[]
}

export async function ingestFrame(
  tx: Db,
  device: Transmitter,
  serial: number,
  messages: readonly Message[],
  arrival: BatchContext,
): Promise<FrameResult> {
  const isOwn = ({ pointNumber }: Message) => pointNumber === DEVICE
  const own = messages.some(isOwn) ? await ownNumber(tx, device) : DEVICE
  const about = (one: Message) => ({
    projectId: device.projectId,
    pointNumber: isOwn(one) ? own : one.pointNumber,
    time: one.at,
    sequence: sequenceOf(serial, one),
  })
  const readings = messages.flatMap((one) => (one.is === 'reading' ? [{ ...about(one), measures: one.measures }] : []))
  const events = messages.flatMap((one): EventReport[] => {
    if (one.is === 'status') return [{ ...about(one), phase: 'status', told: one.told, lasting: one.lasting }]
    if (one.is === 'manual') return [{ ...about(one), phase: 'begin', kind: 'fire', isManual: true }]
    if (one.is !== 'operations') return []
    const { bits, operator, resets } = one
    return [{ ...about(one), phase: 'operations', bits, operator, resets }]
  })
  const unknown = messages.flatMap((one) =>
    one.is === 'unknown' ? [{ ...about(one), code: one.code, steps: one.steps }] : [],
  )
  const taken = {
    readings: await store(tx, arrival, () => ingestReadings(tx, arrival, readings)),
    events: events.length > 0 ? await store(tx, arrival, () => ingestEvents(tx, arrival, events)) : [],
  }
  await quarantineItems(
    tx,
    device.providerId,
    [
      ...readings.flatMap((item, i) => asideOf(device, item, taken.readings[i])),
      ...unknown.map((item) => rowOf(device, 'unknown-code', 'reading', item)),
    ],
    arrival.now,
  )
  const named = messages.map(({ pointNumber }) => pointNumber)
  const pointIds = await noteTransmitterReport(tx, device, named, arrival.now)
  await finishBatch(tx, { arrived: { pointIds, buildingIds: [] } }, arrival.now)
  return taken
}

async function store(
  tx: Db,
  arrival: BatchContext,
  take: () => ReturnType<typeof ingestReadings>,
): Promise<JudgedItem[]> {
  const stored = await take()
  await finishBatch(tx, stored, arrival.now)
  return stored.verdicts
}

/** The protocol can only confirm or deny the whole frame. */
const asideOf = (device: Transmitter, item: ReadingItem, verdict: JudgedItem | undefined): QuarantinedRow[] =>
  verdict === NOT_THERE
    ? [rowOf(device, 'unknown-point', 'reading', item)]
    : verdict === EXPIRED
      ? [rowOf(device, 'expired', 'reading', item)]
      : []

type Item = { readonly pointNumber: string; readonly time: Date | null; readonly sequence: number }
const rowOf = (device: Transmitter, reason: QuarantineReason, itemKind: string, item: Item): QuarantinedRow => ({
  buildingId: device.buildingId,
  pointNumber: item.pointNumber,
  reason,
  itemKind,
  at: item.time,
  sequence: item.sequence,
  item: { ...item },
})
