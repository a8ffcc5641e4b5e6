import { sql } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'

const MONTHLY = ['device_event', 'device_event_end', 'reading', 'component_status', 'controller_operation'] as const
const AHEAD = [0, 1, 2]

/** Makes the tables of this month and the next two, so that none need be made while reports come in. */
export async function makeMonthsAhead(db: Db, now: Date): Promise<void> {
  const firsts = AHEAD.map((n) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1)))
  for (const parent of MONTHLY)
    for (const first of firsts)
      await db.execute(sql`select ensure_month(${parent}, ${first.toISOString().slice(0, 10)}::date)`)
}

/**
 * Drops the tables of months before `since`, a first of month (UTC). Waits two seconds for each at most: behind a drop
 * that waits for somebody who reads for long, as a backup does, everybody would wait.
 * @returns their names
 */
export async function dropMonthsBefore(db: Db, since: Date): Promise<string[]> {
  const first = since.toISOString().slice(0, 7).replace('-', '')
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    join pg_class parent on parent.oid = i.inhparent
    where parent.relname = any(${sql.param([...MONTHLY])}::text[]) and c.relname ~ '_[0-9]{6}$'
      and right(c.relname, 6) < ${first} order by 1`)
  for (const { name } of rows)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '2s'`)
      await tx.execute(sql`drop table ${sql.identifier(name)}`)
    })
  return rows.map(({ name }) => name)
}
