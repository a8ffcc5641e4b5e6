import { sql, type SQL } from 'drizzle-orm'
import { change, type ChangeData } from '../schema/change.table.ts'
import type { Db } from './db/open-db.ts'

export interface Change {
  readonly seq: number
  readonly kind: string
  readonly buildingId: number | null
  readonly county: string | null
  readonly unitId: number | null
  readonly alarmId: number | null
  readonly version: number | null
  readonly data: ChangeData | null
  /** Seconds since it was recorded, by the database clock. */
  readonly age: number
}

export interface Position {
  readonly epoch: string
  readonly snapshot: string
  readonly xmin: string
}

export interface FeedRead extends Position {
  /** Null if too many, or the cursor is unknown or too old. */
  readonly changes: readonly Change[] | null
}

export const MOST_REPLAYED = 500
const MOST_A_LOOK = 5_000
const CURSOR = /^([0-9a-zA-Z-]{1,64})\.(\d{1,19})$/

export const cursorOf = ({ epoch, xmin }: Position): string => `${epoch}.${xmin}`

interface Row extends Record<string, unknown> {
  readonly epoch: string
  readonly snapshot: string
  readonly xmin: string
  readonly usable: boolean
  readonly seq: string | null
  readonly kind: string
  readonly building_id: string | null
  readonly county: string | null
  readonly unit_id: string | null
  readonly alarm_id: string | null
  readonly version: number | null
  readonly data: ChangeData | null
  readonly age: number
}

const numberOf = (value: string | null) => (value === null ? null : Number(value))

/** A change it does not see has a transaction from `xmin` on. */
async function read(db: Db, where: SQL, usable: SQL, most: number): Promise<FeedRead> {
  const { rows } = await db.execute<Row>(sql`
    select coalesce((select feed_epoch from installation), '0') as epoch, pg_current_snapshot()::text as snapshot,
      pg_snapshot_xmin(pg_current_snapshot())::text as xmin, ${usable} as usable, c.*
    from (select 1) one left join (
      select c.seq, c.kind, c.building_id, c.county, c.unit_id, c.alarm_id, c.version, c.data,
        extract(epoch from clock_timestamp() - c.at)::float8 as age
      from ${change} c where ${where} order by c.xid, c.seq limit ${most + 1}) c on true
    order by c.seq`)
  const [first] = rows
  if (!first) throw new Error('the change feed has no position')
  const found = rows.flatMap((row): Change[] =>
    row.seq === null
      ? []
      : [
          {
            seq: Number(row.seq),
            kind: row.kind,
            buildingId: numberOf(row.building_id),
            county: row.county,
            unitId: numberOf(row.unit_id),
            alarmId: numberOf(row.alarm_id),
            version: row.version,
            data: row.data,
            age: row.age,
          },
        ],
  )
  const { epoch, snapshot, xmin } = first
  return {
    epoch,
    snapshot,
    xmin,
    changes: first.usable && found.length <= most ? found : null,
  }
}

export const readPosition = (db: Db): Promise<FeedRead> => read(db, sql`false`, sql`true`, 0)

export const readSince = (db: Db, { snapshot }: Position): Promise<FeedRead> =>
  read(
    db,
    sql`c.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(c.xid, ${snapshot}::pg_snapshot)`,
    sql`true`,
    MOST_A_LOOK,
  )

export async function readAfter(db: Db, cursor: string): Promise<FeedRead> {
  const [, epoch = '', xid = ''] = CURSOR.exec(cursor) ?? []
  if (xid === '' || BigInt(xid) >= 2n ** 63n) return { ...(await readPosition(db)), changes: null }
  return read(
    db,
    sql`c.xid >= ${xid}::xid8`,
    sql`(coalesce((select feed_epoch from installation), '0') = ${epoch}
      and ${xid}::xid8 > coalesce((select feed_removed from installation), '0')
      and ${xid}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()))`,
    MOST_REPLAYED,
  )
}

export async function removeChanges(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${change} where at < ${before.toISOString()}::timestamptz returning xid)
    update installation set feed_removed = greatest(feed_removed, newest.xid)
    from (select xid from gone order by xid desc limit 1) newest`)
}
