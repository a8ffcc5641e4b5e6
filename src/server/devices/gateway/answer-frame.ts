import type { Deps } from '#server/platform/deps.ts'
import { bitOf } from '../ingest/event-kinds.ts'
import { finishBatch } from '../ingest/finish-batch.ts'
import { noteOutcome } from '../ingest/ingest-batch.ts'
import { outcomeOf } from '../ingest/item-result.ts'
import { storeUnplaced } from '../ingest/unplaced-fires.ts'
import { withPartitions } from '../ingest/with-partitions.ts'
import type { FoundFrame } from './deframer.ts'
import { COMMAND, encodeFrame, type Frame } from './frame.ts'
import { answerByTransmitter } from './duty-check.store.ts'
import { findTransmitter, type Transmitter } from './gateway.store.ts'
import { type Protocol, PROTOCOLS } from '../protocols.ts'
import { sequenceOf, ingestFrame } from './ingest-frame.ts'
import { type Message, translate } from './translate.ts'
import { pointNumberOf, readUnit } from './units.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'settings' | 'operations'>

const NO_UNIT = new Uint8Array(0)

export interface FrameAnswer {
  readonly answer: Uint8Array | null
  readonly device: Transmitter | null
}

/**
 * Confirms committed content, otherwise denies. A reply gets no answer: its serial number is the platform's. @throws if
 * the database fails: the device sends again
 */
export async function answerFrame(deps: Needs, found: FoundFrame, ip: string | undefined): Promise<FrameAnswer> {
  const now = deps.now()
  const asked = found.is === 'frame' ? found.frame : found
  const reply = (command: number): Uint8Array =>
    encodeFrame({
      serial: asked.serial,
      mainVersion: found.is === 'frame' ? found.frame.mainVersion : 1,
      userVersion: found.is === 'frame' ? found.frame.userVersion : 0,
      time: now,
      source: asked.destination,
      destination: asked.source,
      command,
      unit: NO_UNIT,
    })
  if (found.is === 'damaged') return { answer: reply(COMMAND.deny), device: null }
  const { command } = found.frame
  if (command === COMMAND.confirm || command === COMMAND.deny) return { answer: null, device: null }
  const taken = await takeFrame(deps, found.frame, ip, now)
  const refusal = typeof taken === 'string' ? taken : null
  if (refusal) deps.log.warn({ source: asked.source, serial: asked.serial, refusal }, 'frame denied')
  return {
    answer: command === COMMAND.reply ? null : reply(refusal ? COMMAND.deny : COMMAND.confirm),
    device: typeof taken === 'string' ? null : taken,
  }
}

const REPLY_SERIALS = 0x1_0000

async function takeFrame(deps: Needs, frame: Frame, ip: string | undefined, now: Date): Promise<Transmitter | string> {
  if (frame.command !== COMMAND.send && frame.command !== COMMAND.reply) return 'command'
  const device = await findTransmitter(deps.db, frame.source, ip)
  const protocol = device && PROTOCOLS[device.protocol]
  if (!device || !protocol) {
    await reportUnplaced(deps, frame, now)
    return 'device'
  }
  if (frame.mainVersion !== protocol.mainVersion) return 'version'
  const isHeartbeat = frame.command === COMMAND.send && frame.unit.length === 0
  const words = isHeartbeat ? [] : readUnit(frame.unit)
  if (!words) return 'unit'
  const arrival = { providerId: device.providerId, now, retentionMonths: deps.settings.retentionMonths }
  const messages = translate(words, protocol)
  const instants = messages.flatMap((one) => (one.is === 'reading' ? [one.at] : []))
  const serial = frame.command === COMMAND.reply ? frame.serial + REPLY_SERIALS : frame.serial
  const skewMs = frame.time && now.getTime() - frame.time.getTime()
  const taken = await withPartitions(deps.db, arrival, instants, async (tx, given) => {
    for (const one of messages)
      if (isDutyAnswer(one, protocol)) {
        const corrected = one.at && skewMs !== null ? new Date(one.at.getTime() + skewMs) : null
        await answerByTransmitter(tx, device, { at: one.at, corrected, operator: one.operator }, now)
      }
    return ingestFrame(tx, device, serial, messages, given)
  })
  noteOutcome(deps, device.providerId, 'readings', outcomeOf(taken.readings))
  noteOutcome(deps, device.providerId, 'events', outcomeOf(taken.events))
  return device
}

const isDutyAnswer = (one: Message, { dutyAnswerBit }: Protocol): one is Message & { is: 'operations' } =>
  one.is === 'operations' &&
  one.pointNumber === pointNumberOf({ of: 'device' }) &&
  ((one.bits >> dutyAnswerBit) & 1) === 1

/** A fire from an unregistered device reaches the authority; the frame is still denied. */
async function reportUnplaced(deps: Needs, frame: Frame, now: Date): Promise<void> {
  const protocol = Object.values(PROTOCOLS).find(({ mainVersion }) => mainVersion === frame.mainVersion)
  const messages = protocol ? translate(readUnit(frame.unit) ?? [], protocol) : []
  const fires = messages.flatMap((one) =>
    one.is === 'manual' || (one.is === 'status' && (one.lasting & bitOf('fire')) !== 0)
      ? [
          {
            source: `用户信息传输装置 ${frame.source}`,
            pointNumber: one.pointNumber,
            time: one.at,
            sequence: sequenceOf(frame.serial, one),
          },
        ]
      : [],
  )
  if (fires.length === 0) return
  const sender = { providerId: null, now, retentionMonths: deps.settings.retentionMonths }
  await deps.db.transaction(async (tx) => {
    const begun = await storeUnplaced(tx, sender, fires)
    await finishBatch(tx, { arrived: { pointIds: [], buildingIds: [] }, begun }, now)
  })
}
