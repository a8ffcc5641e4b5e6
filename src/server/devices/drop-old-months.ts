import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'

const MONTHLY = ['device_event', 'device_event_end', 'reading', 'component_status', 'controller_operation'] as const
const AHEAD = [0, 1, 2]

/** So that ingestion rarely has to. */
export async function makeMonthsAhead(db: Db, now: Date): Promise<void> {
  const firsts = AHEAD.map((n) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1)))
  for (const parent of MONTHLY)
    for (const first of firsts)
      await db.execute(sql`select ensure_month(${parent}, ${first.toISOString().slice(0, 10)}::date)`)
}

async function monthTables(db: Db, parent: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    join pg_class parent on parent.oid = i.inhparent
    where parent.relname = ${parent} and c.relname ~ '_[0-9]{6}$' order by 1`)
  return rows.map(({ name }) => name)
}

async function hasRows(db: Db, table: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${sql.identifier(table)} limit 1`)
  return rows.length > 0
}

async function droppableMonths(db: Db, parent: string, since: Date): Promise<string[]> {
  const first = since.toISOString().slice(0, 7).replace('-', '')
  const isOld = (name: string) => name.slice(-6) < first
  const months = await monthTables(db, parent)
  const old = months.filter(isOld)
  if (old.length === 0) return []
  for (const name of months.filter((month) => !isOld(month))) if (await hasRows(db, name)) return old
  for (let at = old.length - 1; at >= 0; at -= 1)
    if (await hasRows(db, old[at] ?? '')) return old.filter((_, other) => other !== at)
  return old
}

/**
 * Lock timeout 2 s: a drop queued behind a long reader, such as a backup, would block all queries. @param since
 * first of a month (UTC)
 */
export async function dropMonthsBefore(db: Db, since: Date): Promise<string[]> {
  const names: string[] = []
  for (const parent of MONTHLY) names.push(...(await droppableMonths(db, parent, since)))
  for (const name of names)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '2s'`)
      await tx.execute(sql`drop table ${sql.identifier(name)}`)
    })
  return names
}
