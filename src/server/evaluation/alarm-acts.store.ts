import { sql } from 'drizzle-orm'
import type { Verdict } from '#contract/alarm.rules.ts'
import type { Session } from '../platform/session.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'

/** Times in ms. */
export interface Act {
  readonly id: number
  readonly eventId: number | null
  readonly act: 'ack' | 'verdict' | 'undo'
  readonly verdict: Verdict | null
  readonly rank: number
  readonly accountId: number | null
  readonly tappedAt: number
  readonly undoes: number | null
}

export async function readActs(tx: Db, alarmIds: readonly number[]): Promise<Map<number, Act[]>> {
  const { rows } = await tx.execute<{
    id: string
    alarm_id: string
    event_id: string | null
    act: Act['act']
    verdict: Verdict | null
    rank: number
    account_id: string | null
    tapped_at: number
    undoes: string | null
  }>(sql`
    select id, alarm_id, event_id, act, verdict, rank, account_id, ${epochMs('tapped_at')} as tapped_at, undoes
    from alarm_act where alarm_id = any(${sql.param(alarmIds)}::bigint[]) order by id`)
  const found = new Map<number, Act[]>(alarmIds.map((id) => [id, []]))
  for (const row of rows)
    found.get(Number(row.alarm_id))?.push({
      id: Number(row.id),
      eventId: row.event_id === null ? null : Number(row.event_id),
      act: row.act,
      verdict: row.verdict,
      rank: row.rank,
      accountId: row.account_id === null ? null : Number(row.account_id),
      tappedAt: row.tapped_at,
      undoes: row.undoes === null ? null : Number(row.undoes),
    })
  return found
}

export interface HandlingReport {
  readonly pointId: number
  readonly at: Date
  readonly kind: string
  readonly sequence: number
  readonly state: number
  readonly handledAt: Date
  readonly handledBy: string | null
  readonly handledPhone: string | null
}

const handler = (row: string) =>
  sql.raw(`concat_ws('|', coalesce(${row}.by_name, ''), coalesce(${row}.by_phone, '')) collate "C"`)

export async function addReports(
  tx: Db,
  providerId: number,
  reports: readonly HandlingReport[],
  now: Date,
): Promise<number[]> {
  const of = <T>(pick: (report: HandlingReport) => T) => sql.param(reports.map(pick))
  const { rows } = await tx.execute<{ alarm_id: string }>(sql`
    insert into alarm_act (alarm_id, event_id, act, verdict, rank, provider_id, by_name, by_phone, tapped_at, at)
    select m.alarm_id, e.id, 'verdict', h.state, 1, ${providerId}, h.handled_by, h.handled_phone, h.handled_at,
      ${now.toISOString()}::timestamptz
    from unnest(${of(({ pointId }) => pointId)}::bigint[], ${of(({ at }) => at.toISOString())}::timestamptz[],
      ${of(({ kind }) => kind)}::text[], ${of(({ sequence }) => sequence)}::int[], ${of(({ state }) => state)}::int[],
      ${of(({ handledAt }) => handledAt.toISOString())}::timestamptz[], ${of(({ handledBy }) => handledBy)}::text[],
      ${of(({ handledPhone }) => handledPhone)}::text[])
      as h(point_id, at, kind, sequence, state, handled_at, handled_by, handled_phone)
    join device_event e on e.point_id = h.point_id and e.occurred_at = h.at and e.kind = h.kind and e.sequence = h.sequence
    join alarm_event m on m.event_id = e.id
    on conflict (event_id, tapped_at, verdict) where event_id is not null do update
      set by_name = excluded.by_name, by_phone = excluded.by_phone where ${handler('excluded')} > ${handler('alarm_act')}
    returning alarm_id`)
  return [...new Set(rows.map((row) => Number(row.alarm_id)))]
}

export interface NewAct {
  readonly alarmId: number
  readonly act: Act['act']
  readonly verdict: Verdict | null
  readonly note: string | null
  readonly rank: number
  readonly accountId: number | null
  readonly contactId: number | null
  readonly byName: string
  readonly byOrganisation: string | null
  readonly tappedAt: Date
  readonly at: Date
  readonly late: boolean
  readonly undoes: number | null
}

export async function addAct(tx: Db, row: NewAct): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into alarm_act (alarm_id, act, verdict, note, rank, account_id, contact_id, by_name, by_organisation, tapped_at, at, late,
      undoes)
    values (${row.alarmId}, ${row.act}, ${row.verdict}, ${row.note}, ${row.rank}, ${row.accountId},
      ${row.contactId}, ${row.byName},
      ${row.byOrganisation}, ${row.tappedAt.toISOString()}::timestamptz, ${row.at.toISOString()}::timestamptz, ${row.late},
      ${row.undoes})
    returning id`)
  return Number(rows[0]?.id)
}

export type NewEnd = Pick<
  NewAct,
  'alarmId' | 'rank' | 'accountId' | 'byName' | 'byOrganisation' | 'tappedAt' | 'at' | 'late'
>

export const addEnd = (tx: Db, row: NewEnd) =>
  tx.execute(sql`
    insert into alarm_end (alarm_id, rank, account_id, by_name, by_organisation, tapped_at, at, late)
    values (${row.alarmId}, ${row.rank}, ${row.accountId}, ${row.byName}, ${row.byOrganisation},
      ${row.tappedAt.toISOString()}::timestamptz, ${row.at.toISOString()}::timestamptz, ${row.late})`)

export async function organisationOf(tx: Db, session: Session): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string | null }>(sql`
    select coalesce((select name from unit where id = ${session.unitId}::bigint),
      (select name from organ where id = ${session.organId}::bigint)) as name`)
  return rows[0]?.name ?? null
}

export async function authorOf(tx: Db, actId: number): Promise<string> {
  const { rows } = await tx.execute<{ words: string }>(sql`
    select concat_ws(' ', by_organisation, by_name) as words from alarm_act where id = ${actId}`)
  return rows[0]?.words ?? ''
}
