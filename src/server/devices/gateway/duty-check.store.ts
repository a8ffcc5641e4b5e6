import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import { answerChecks, bigints, instantOf, recordChecks } from '../duty-answer.store.ts'
import type { Transmitter } from './gateway.store.ts'

/** Longer than all tries of a command. */
const LEASE = sql.raw(`interval '60 seconds'`)
const AT_ONCE = 100

export interface ClaimedCheck extends Record<string, unknown> {
  readonly checkId: string
  readonly address: string
  readonly tries: number
  readonly secondsLeft: number
}

export async function claimChecks(
  db: Db,
  connected: readonly number[],
  fresh: readonly number[],
  now: Date,
): Promise<ClaimedCheck[]> {
  const { rows } = await db.execute<ClaimedCheck>(sql`
    with due as (
      select c.check_id, c.address, k.due_at from duty_check_transmitter c
      join duty_check k on k.id = c.check_id and k.answered_at is null and k.missed_at is null
        and k.due_at > ${instantOf(now)}
      join transmission_device d on d.address = c.address and d.building_id = k.building_id
      where c.address = any(${bigints(connected)}) and (c.state = 'queued'
        or (c.state = 'sending' and c.held_until <= clock_timestamp())
        or (c.state in ('sending', 'silent') and c.address = any(${bigints(fresh)})))
      order by c.check_id limit ${AT_ONCE} for update of c skip locked)
    update duty_check_transmitter c set state = 'sending', tries = c.tries + 1, held_until = clock_timestamp() + ${LEASE},
      sent_at = coalesce(c.sent_at, ${instantOf(now)})
    from due where c.check_id = due.check_id and c.address = due.address
    returning c.check_id as "checkId", c.address, c.tries,
      extract(epoch from due.due_at - ${instantOf(now)})::float8 as "secondsLeft"`)
  return rows
}

const STATE = { confirmed: 'confirmed', denied: 'denied', silent: 'silent', closed: 'queued' } as const

export async function noteCheckSent(db: Db, check: ClaimedCheck, result: keyof typeof STATE): Promise<void> {
  await note(db, check, STATE[result], sql`state = 'sending' and tries = ${check.tries}`)
}

export async function noteLateConfirmation(db: Db, check: ClaimedCheck): Promise<void> {
  await note(db, check, 'confirmed', sql`state in ('sending', 'denied', 'silent')`)
}

async function note(db: Db, { checkId, address }: ClaimedCheck, state: string, where: ReturnType<typeof sql>) {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      update duty_check_transmitter set state = ${state}, held_until = null
      where check_id = ${Number(checkId)} and address = ${Number(address)} and ${where} returning 1`)
    if (rows.length > 0) await recordChecks(tx, [Number(checkId)])
  })
}

export interface DutyAnswer {
  /** By the device's clock. */
  readonly at: Date | null
  /** `at` corrected by the frame's time of sending. */
  readonly corrected: Date | null
  readonly operator: number
}

/** Of a command sent before the answer; one answer of the device counts once. */
export async function answerByTransmitter(
  tx: Db,
  { address, buildingId, name }: Transmitter,
  { at, corrected, operator }: DutyAnswer,
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update duty_check_transmitter c set state = 'answered', held_until = null,
      answer_time = ${at && at.toISOString()}::timestamptz, operator = ${operator}
    from duty_check k where k.id = c.check_id and k.building_id = ${buildingId} and c.address = ${address}
      and c.tries > 0 and c.state <> 'answered' and k.due_at + interval '30 minutes' > ${instantOf(now)}
      and ${corrected ? sql`c.sent_at <= ${instantOf(corrected)} + interval '1 minute'` : sql`true`}
      and not exists (select 1 from duty_check_transmitter o
        where o.address = ${address} and o.answer_time = ${at && at.toISOString()}::timestamptz)
    returning c.check_id as id`)
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length === 0) return
  const answered = await answerChecks(tx, ids, { name: `${name}（${operator} 号操作员）`, organisation: null }, now)
  await recordChecks(
    tx,
    ids.filter((id) => !answered.includes(id)),
  )
}
