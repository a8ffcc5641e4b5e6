import { sql, type SQL } from 'drizzle-orm'
import { LATE_ANSWER_MS } from '#contract/duty-check.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { recordChanges } from '#server/platform/record-change.ts'

export const bigints = (values: readonly number[]) => sql`${sql.param([...values])}::bigint[]`
export const instantOf = (at: Date) => sql`${at.toISOString()}::timestamptz`

export async function recordChecks(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await recordChanges(
    tx,
    'dutyCheck',
    sql`select distinct b.id, b.county, null::bigint, null::bigint, null::int, null::jsonb
      from duty_check k join building b on b.id = k.building_id where k.id = any(${bigints(ids)})`,
  )
}

export async function dropDeviceChecks(tx: Db, addresses: readonly number[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from duty_check_transmitter c using duty_check k
    where k.id = c.check_id and c.address = any(${bigints(addresses)}) and c.state in ('queued', 'sending')
      and k.answered_at is null and k.missed_at is null and not exists (
        select 1 from transmission_device d where d.address = c.address and d.building_id = k.building_id)
    returning c.check_id as id`)
  await recordChecks(
    tx,
    rows.map(({ id }) => Number(id)),
  )
}

export const isAnswerable = (now: Date): SQL =>
  sql`k.answered_at is null and k.due_at > ${instantOf(new Date(now.getTime() - LATE_ANSWER_MS))}`

export async function answerChecks(
  tx: Db,
  ids: readonly number[],
  by: { readonly name: string; readonly organisation: string | null },
  now: Date,
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update duty_check k set answered_at = ${instantOf(now)}, answered_by = ${by.name}, answered_organisation = ${by.organisation}
    where k.id = any(${bigints(ids)}) and ${isAnswerable(now)} returning k.id`)
  const answered = rows.map(({ id }) => Number(id))
  await recordChecks(tx, answered)
  return answered
}
