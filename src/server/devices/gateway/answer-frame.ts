import type { Deps } from '#server/platform/deps.ts'
import { bitOf } from '../ingest/event-kinds.ts'
import { finishBatch } from '../ingest/finish-batch.ts'
import { outcomeOf } from '../ingest/item-result.ts'
import { storeUnplaced } from '../ingest/unplaced-fires.ts'
import { withPartitions } from '../ingest/with-partitions.ts'
import type { FoundFrame } from './deframer.ts'
import { COMMAND, encodeFrame, type Frame } from './frame.ts'
import { findTransmitter } from './gateway.store.ts'
import { PROTOCOLS } from '../protocols.ts'
import { sequenceOf, ingestFrame } from './ingest-frame.ts'
import { translate } from './translate.ts'
import { readUnit } from './units.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'settings' | 'operations'>

const NO_UNIT = new Uint8Array(0)

/**
 * Confirms committed content, otherwise denies; null: no reply. @throws if the database fails: the device sends
 * again
 */
export async function answerFrame(deps: Needs, found: FoundFrame): Promise<Uint8Array | null> {
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
  if (found.is === 'damaged') return reply(COMMAND.deny)
  if (found.frame.command === COMMAND.confirm || found.frame.command === COMMAND.deny) return null
  const refusal = await takeFrame(deps, found.frame, now)
  if (refusal) deps.log.warn({ source: asked.source, serial: asked.serial, refusal }, 'frame denied')
  return reply(refusal ? COMMAND.deny : COMMAND.confirm)
}

async function takeFrame(deps: Needs, frame: Frame, now: Date): Promise<string | null> {
  if (frame.command !== COMMAND.send && frame.command !== COMMAND.reply) return 'command'
  const device = await findTransmitter(deps.db, frame.source)
  const protocol = device && PROTOCOLS[device.protocol]
  if (!device || !protocol) {
    await reportUnplaced(deps, frame, now)
    return 'device'
  }
  if (frame.mainVersion !== protocol.mainVersion) return 'version'
  const words = readUnit(frame.unit)
  if (!words) return 'unit'
  const arrival = { providerId: device.providerId, now, retentionMonths: deps.settings.retentionMonths }
  const messages = translate(words, protocol)
  const instants = messages.flatMap((one) => (one.is === 'reading' ? [one.at] : []))
  const taken = await withPartitions(deps.db, arrival, instants, (tx, given) =>
    ingestFrame(tx, device, frame.serial, messages, given),
  )
  deps.operations?.metrics.ingested('readings', outcomeOf(taken.readings))
  deps.operations?.metrics.ingested('events', outcomeOf(taken.events))
  return null
}

/** A fire from an unregistered device reaches the authority; the frame is still denied. */
async function reportUnplaced(deps: Needs, frame: Frame, now: Date): Promise<void> {
  const protocol = Object.values(PROTOCOLS).find(({ mainVersion }) => mainVersion === frame.mainVersion)
  const messages = protocol ? translate(readUnit(frame.unit) ?? [], protocol) : []
  const fires = messages.flatMap((one) =>
    one.is === 'status' && (one.lasting & bitOf('fire')) !== 0
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
