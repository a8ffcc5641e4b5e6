import { and, asc, desc, eq, gt, gte, ilike, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { alarmOf } from '../evaluation/alarm-of.store.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedPage, type Page } from '../platform/db/prepared.ts'
import { point } from '../schema/point.table.ts'
import { deviceEvent } from '../schema/record.table.ts'
import { inBatches } from '../platform/db/in-batches.ts'

export type EventKind = (typeof deviceEvent.$inferSelect)['kind']

export interface RecordFilter {
  readonly buildingId: number
  readonly apiId: number
  readonly from: Date | null
  /** Inclusive. */
  readonly to: Date | null
  readonly search: string
}

const called = (of: typeof point | typeof deviceEvent, search: string) =>
  search === ''
    ? undefined
    : or(
        ...[of.deviceNo, of.pointNumber, of.deviceName, of.floor, of.zone, of.descript].map((column) =>
          ilike(column, likePattern(search)),
        ),
      )

const ENDED: Readonly<Record<number, SQL>> = { 0: isNull(deviceEvent.endedAt), 1: isNotNull(deviceEvent.endedAt) }

/** 0 unended confirmed fires, 1 open, 2 ended but unhandled, 3 closed. */
const urgency = sql`case
  when ${deviceEvent.kind} = 'fire' and ${deviceEvent.state} = 2 and ${deviceEvent.endedAt} is null then 0
  when is_open_event(${deviceEvent.kind}, ${deviceEvent.state}, ${deviceEvent.endedAt}) then 1
  when ${deviceEvent.kind} in ('fire', 'fault') and ${deviceEvent.state} = 0 then 2
  else 3 end`
const URGENCIES = [0, 1, 2, 3]

const afterEnd = (to: Date) => new Date(to.getTime() + 1000)

const eventRows = (db: Db, where: SQL | undefined) =>
  db
    .select({ event: deviceEvent, alarmId: alarmOf(deviceEvent.id) })
    .from(deviceEvent)
    .where(where)
    .orderBy(urgency, desc(deviceEvent.occurredAt), desc(deviceEvent.id))

const eventPage = preparedPage('events', {
  rows: eventRows,
  count: (db, where) =>
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(deviceEvent)
      .where(where),
})

export interface EventFilter extends RecordFilter {
  readonly handled?: number | undefined
  readonly ended?: number | undefined
}

function matchingEvents(kind: EventKind, filter: EventFilter): SQL | undefined {
  const { handled, ended } = filter
  return and(
    eq(deviceEvent.buildingId, filter.buildingId),
    eq(deviceEvent.apiId, filter.apiId),
    eq(deviceEvent.kind, kind),
    filter.from ? gte(deviceEvent.occurredAt, filter.from) : undefined,
    filter.to ? lt(deviceEvent.occurredAt, afterEnd(filter.to)) : undefined,
    handled === undefined ? undefined : eq(deviceEvent.state, handled),
    ended === undefined ? undefined : (ENDED[ended] ?? sql`false`),
    called(deviceEvent, filter.search),
  )
}

export const listEvents = (db: Db, kind: EventKind, filter: EventFilter, page: Page) =>
  eventPage(db, matchingEvents(kind, filter), page)

export type RecordListRow = Awaited<ReturnType<typeof listEvents>>['rows'][number]

export async function* eachEvent(db: Db, kind: EventKind, filter: EventFilter): AsyncGenerator<RecordListRow> {
  const where = matchingEvents(kind, filter)
  for (const rank of URGENCIES) {
    yield* inBatches<RecordListRow>((after, most) => {
      const beyond: SQL | undefined =
        after &&
        sql`(${deviceEvent.occurredAt}, ${deviceEvent.id}) < (${after.event.occurredAt.toISOString()}::timestamptz, ${after.event.id})`
      return eventRows(db, and(where, sql`${urgency} = ${rank}`, beyond)).limit(most)
    })
  }
}

const newest = sql`lateral (
  select e.* from ${deviceEvent} e where e.point_id = ${point.id} and e.kind in ('fire', 'fault')
  order by e.occurred_at desc, e.id desc limit 1
) newest`

const newestColumn = <T>(column: string) => sql<T | null>`newest.${sql.raw(column)}`
const newestTime = (column: string) => sql`newest.${sql.raw(column)}`.mapWith(deviceEvent.occurredAt)

type DeviceFilter = RecordFilter & { readonly handled?: number | undefined }

function matchingDevices(filter: DeviceFilter): SQL | undefined {
  return and(
    eq(point.buildingId, filter.buildingId),
    eq(point.apiId, filter.apiId),
    filter.from ? gte(point.reportedAt, filter.from) : undefined,
    filter.to ? lt(point.reportedAt, afterEnd(filter.to)) : undefined,
    filter.handled === undefined ? undefined : sql`newest.state = ${filter.handled}`,
    called(point, filter.search),
  )
}

const deviceRows = (db: Db, where: SQL | undefined) =>
  db
    .select({
      point,
      alarmAt: newestTime('occurred_at'),
      state: newestColumn<number>('state'),
      handledAt: newestTime('handled_at'),
      handledBy: newestColumn<string>('handled_by'),
      handledPhone: newestColumn<string>('handled_phone'),
    })
    .from(point)
    .leftJoin(newest, sql`true`)
    .where(where)
    .orderBy(asc(point.id))

export async function listDevices(db: Db, filter: DeviceFilter, { currentPage, pageSize }: Page) {
  const where = matchingDevices(filter)
  const rows = await deviceRows(db, where)
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
  const counting = db
    .select({ total: sql<number>`count(*)::int` })
    .from(point)
    .$dynamic()
  const [count] = await (filter.handled === undefined ? counting : counting.leftJoin(newest, sql`true`)).where(where)
  return { rows, total: count?.total ?? 0 }
}

export type DeviceEntry = Awaited<ReturnType<typeof listDevices>>['rows'][number]

export const eachDevice = (db: Db, filter: DeviceFilter): AsyncGenerator<DeviceEntry> =>
  inBatches<DeviceEntry>((after, most) =>
    deviceRows(db, and(matchingDevices(filter), gt(point.id, after?.point.id ?? 0))).limit(most),
  )
