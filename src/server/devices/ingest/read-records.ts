import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { ingest } from '#contract/ingest.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { SignedProgram } from '#server/platform/authenticate-program.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import { needOwn } from './read-own.ts'

const DAY_MS = 86_400_000
/** The total is counted over the span. */
const SPAN_DAYS = 31

type Input = ParsedOf<typeof ingest.records>

function spanOf({ startTime, endTime }: Input, now: Date) {
  const to = endTime === undefined ? now : fromWireTime(endTime)
  const from = startTime === undefined ? new Date(to.getTime() - SPAN_DAYS * DAY_MS) : fromWireTime(startTime)
  if (to.getTime() - from.getTime() > SPAN_DAYS * DAY_MS)
    throw new AppError(400, `时间范围最长 ${SPAN_DAYS} 天`, { startTime: `时间范围最长 ${SPAN_DAYS} 天` })
  return { from, to }
}

/** @throws AppError 400 for a span over 31 days, 404 */
export async function ownRecords(db: Db, program: SignedProgram, input: Input, now: Date) {
  const buildingId = await needOwn(db, program, input.projectId)
  const { from, to } = spanOf(input, now)
  const where = and(
    eq(deviceEvent.buildingId, buildingId),
    input.kind === undefined ? undefined : eq(deviceEvent.kind, input.kind),
    gte(deviceEvent.occurredAt, from),
    lt(deviceEvent.occurredAt, new Date(to.getTime() + 1000)),
  )
  const rows = await db
    .select()
    .from(deviceEvent)
    .where(where)
    .orderBy(desc(deviceEvent.occurredAt), desc(deviceEvent.id))
    .limit(input.pageSize)
    .offset((input.currentPage - 1) * input.pageSize)
  return { list: rows.map(presentRecord), total: await db.$count(deviceEvent, where) }
}

const presentRecord = (row: typeof deviceEvent.$inferSelect) => ({
  pointNumber: row.pointNumber,
  deviceNo: row.deviceNo,
  isUnregistered: row.unregistered,
  timeMark: row.timeMark,
  deviceTime: row.deviceTime && toWireTime(row.deviceTime),
  deviceName: row.deviceName,
  floor: row.floor,
  zone: row.zone,
  apiId: row.apiId,
  kind: row.kind,
  time: toWireTime(row.occurredAt),
  receivedTime: toWireTime(row.receivedAt),
  endTime: row.endedAt && toWireTime(row.endedAt),
  state: row.state,
  handledTime: row.handledAt && toWireTime(row.handledAt),
})
