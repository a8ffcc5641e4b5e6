import { sql, type SQL } from 'drizzle-orm'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { inBatches } from '../platform/db/in-batches.ts'
import { bigints, instantOf, recordChecks } from '../devices/duty-answer.store.ts'

export async function noteReached(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update duty_check set reached_at = ${instantOf(now)} where id = any(${bigints(ids)}) and reached_at is null returning id`)
    await recordChecks(
      tx,
      rows.map(({ id }) => Number(id)),
    )
  })
}

export async function markMissed(tx: Db, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update duty_check set missed_at = due_at
    where answered_at is null and missed_at is null and due_at <= ${instantOf(now)} returning id`)
  await recordChecks(
    tx,
    rows.map(({ id }) => Number(id)),
  )
  return rows.length
}

export interface CheckFilter {
  readonly state: '' | 'waiting' | 'answered' | 'missed'
  readonly from: Date | null
  readonly until: Date | null
}

export interface CheckRow extends Record<string, unknown> {
  readonly id: string
  readonly buildingId: string
  readonly buildingName: string
  readonly unitNames: string | null
  readonly askedBy: string
  readonly isPlanned: boolean
  readonly askedAt: number
  readonly dueAt: number
  readonly recipients: number
  readonly isReached: boolean
  readonly answeredAt: number | null
  readonly answeredBy: string | null
  readonly transmitter: 'queued' | 'sending' | 'confirmed' | 'denied' | 'silent' | 'answered' | null
  readonly transmitterTries: number | null
}

const stateIs = (state: CheckFilter['state'], now: Date): SQL => {
  if (state === '') return sql`true`
  if (state === 'answered') return sql`k.answered_at is not null`
  return state === 'waiting'
    ? sql`(k.answered_at is null and k.due_at > ${instantOf(now)})`
    : sql`(k.answered_at is null and k.due_at <= ${instantOf(now)})`
}

const within = ({ from, until }: CheckFilter): SQL =>
  sql`${from ? sql`k.asked_at >= ${instantOf(from)}` : sql`true`} and ${until ? sql`k.asked_at <= ${instantOf(until)}` : sql`true`}`

const COLUMNS = sql`k.id::text as id, building.id::text as "buildingId", building.name as "buildingName",
  (select string_agg(u.name, '、' order by u.id) from building_unit x join unit u on u.id = x.unit_id
    where x.building_id = building.id and x.kind = 'bound' and x.confirmed) as "unitNames",
  k.asked_by as "askedBy", k.plan_id is not null as "isPlanned", ${epochMs('k.asked_at')} as "askedAt",
  ${epochMs('k.due_at')} as "dueAt", k.recipients, k.reached_at is not null as "isReached",
  ${epochMs('k.answered_at')} as "answeredAt", nullif(concat_ws(' ', k.answered_organisation, k.answered_by), '') as "answeredBy",
  c.state as transmitter, c.tries as "transmitterTries"`

const BY_PROGRESS = sql.raw(`array['answered', 'confirmed', 'sending', 'queued', 'denied', 'silent']`)
const FROM = sql`duty_check k join building on building.id = k.building_id`
const TRANSMITTER = sql`left join lateral (select c.state, c.tries from duty_check_transmitter c where c.check_id = k.id
  order by array_position(${BY_PROGRESS}, c.state), c.tries desc limit 1) c on true`

/** @param buildings on `building` */
export async function listChecks(
  db: Db,
  buildings: SQL,
  filter: CheckFilter,
  now: Date,
  limit: number,
  offset: number,
) {
  const own = sql`${buildings} and ${within(filter)}`
  const { rows } = await db.execute<CheckRow>(sql`
    select ${COLUMNS} from ${FROM} ${TRANSMITTER} where ${own} and ${stateIs(filter.state, now)}
    order by k.asked_at desc, k.id desc limit ${limit} offset ${offset}`)
  const { rows: counted } = await db.execute<{
    waiting: number
    answered: number
    missed: number
    median: number | null
  }>(sql`
    select (count(*) filter (where ${stateIs('waiting', now)}))::int as waiting,
      (count(*) filter (where ${stateIs('answered', now)}))::int as answered,
      (count(*) filter (where ${stateIs('missed', now)}))::int as missed,
      percentile_cont(0.5) within group (order by extract(epoch from k.answered_at - k.asked_at)) as median
    from ${FROM} where ${own}`)
  const { median, ...counts } = counted[0] ?? { waiting: 0, answered: 0, missed: 0, median: null }
  const { waiting, answered, missed } = counts
  const total = filter.state === '' ? waiting + answered + missed : counts[filter.state]
  return { rows, total, counts, median }
}

export const eachCheck = (db: Db, buildings: SQL, filter: CheckFilter, now: Date): AsyncGenerator<CheckRow> =>
  inBatches<CheckRow>(async (after, most) => {
    const beyond = after
      ? sql`(k.asked_at, k.id) < (${instantOf(new Date(after.askedAt))}, ${Number(after.id)}::bigint)`
      : sql`true`
    const { rows } = await db.execute<CheckRow>(sql`
      select ${COLUMNS} from ${FROM} ${TRANSMITTER}
      where ${buildings} and ${within(filter)} and ${stateIs(filter.state, now)} and ${beyond}
      order by k.asked_at desc, k.id desc limit ${most}`)
    return rows
  })
