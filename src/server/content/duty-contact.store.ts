import { sql } from 'drizzle-orm'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import { ensureContacts } from '../registry/first-contacts.store.ts'

interface DeviceRow {
  readonly id: string
  readonly name: string
  /** ms, like `sentAt`. */
  readonly boundAt: number
  readonly sentAt: number | null
  readonly isLost: boolean
}

export interface ContactRow {
  readonly id: string
  readonly rank: number
  readonly name: string
  readonly phone: string
  readonly buildings: { readonly id: string; readonly name: string }[]
  readonly devices: readonly DeviceRow[]
  readonly hoursFrom: number
  readonly hoursTo: number
  /** ms, like `testedAt`. */
  readonly verifiedAt: number | null
  readonly testedAt: number | null
  readonly testResult: 'accepted' | 'sending' | 'failed' | 'former' | null
}

const TEST_RESULT = sql`(select case when m.phone <> d.phone then 'former' when m.state in ('accepted', 'delivered') then 'accepted'
    when m.state in ('queued', 'sending') and m.error is null then 'sending' else 'failed' end
  from delivery m where m.recipient = 'contact:' || d.id and m.kind = 'test' and m.channel = 'sms' order by m.id desc limit 1)`

const COLUMNS = sql`d.id::text as id, d.rank, d.name, d.phone, d.hours_from as "hoursFrom", d.hours_to as "hoursTo",
  ${epochMs('d.verified_at')} as "verifiedAt", ${epochMs('d.tested_at')} as "testedAt",
  ${TEST_RESULT} as "testResult",
  coalesce((select json_agg(json_build_object('id', b.id::text, 'name', b.name) order by b.name, b.id)
    from duty_contact_building x join building b on b.id = x.building_id where x.contact_id = d.id), '[]') as buildings,
  coalesce((select json_agg(json_build_object('id', v.id::text, 'name', v.name, 'boundAt', ${epochMs('v.bound_at')},
      'sentAt', ${epochMs('v.sent_at')}, 'isLost', v.lost_at is not null) order by v.id)
    from contact_device v where v.contact_id = d.id), '[]') as devices`

export async function listContacts(db: Db, { unitId, organId }: Session): Promise<ContactRow[]> {
  const { rows } = await db.execute<ContactRow & Record<string, unknown>>(sql`
    select ${COLUMNS} from duty_contact d
    where d.unit_id = ${unitId}::bigint or d.organ_id = ${organId}::bigint order by d.rank, d.id`)
  return rows
}

export interface Callee {
  readonly id: number
  readonly name: string
  readonly phone: string
  readonly unitId: number | null
  readonly organId: number | null
}

interface CalleeRow extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly phone: string
  readonly unit_id: string | null
  readonly organ_id: string | null
}

const asCallee = (row: CalleeRow): Callee => ({
  id: Number(row.id),
  name: row.name,
  phone: row.phone,
  unitId: row.unit_id === null ? null : Number(row.unit_id),
  organId: row.organ_id === null ? null : Number(row.organ_id),
})

const onDuty = (minute: number) => sql`(d.hours_from = d.hours_to
  or (d.hours_from < d.hours_to and ${minute}::int >= d.hours_from and ${minute}::int < d.hours_to)
  or (d.hours_from > d.hours_to and (${minute}::int >= d.hours_from or ${minute}::int < d.hours_to)))`

const isInCharge = (buildingId: number) => sql`(exists (select 1 from duty_contact_building x
    where x.contact_id = d.id and x.building_id = ${buildingId})
  or not exists (select 1 from duty_contact_building x where x.contact_id = d.id))`

/** One per phone. Without one in charge or on duty, all of them. */
export async function contactsOfBuilding(tx: Db, buildingId: number, now: Date): Promise<Callee[]> {
  const { rows: units } = await tx.execute<{ id: string }>(sql`
    select unit_id as id from building_unit where building_id = ${buildingId} and kind = 'bound' and confirmed`)
  const unitIds = units.map(({ id }) => Number(id))
  await ensureContacts(tx, unitIds, now)
  const { rows } = await tx.execute<CalleeRow & { in_charge: boolean; on_duty: boolean }>(sql`
    select id, name, phone, unit_id, organ_id, in_charge, on_duty from (
      select distinct on (d.phone) d.*, ${isInCharge(buildingId)} as in_charge, ${onDuty(minuteOfDay(now))} as on_duty
      from duty_contact d where d.unit_id = any(${sql.param(unitIds)}::bigint[])
      order by d.phone, not ${isInCharge(buildingId)}, not ${onDuty(minuteOfDay(now))}, d.rank, d.id) d
    order by rank, id`)
  const inCharge = orAll(rows, (row) => row.in_charge)
  return orAll(inCharge, (row) => row.on_duty).map(asCallee)
}

function orAll<T>(rows: readonly T[], filter: (row: T) => boolean): readonly T[] {
  const found = rows.filter(filter)
  return found.length > 0 ? found : rows
}

export async function contactsOfOrgans(tx: Db, level: 2 | 3, county: string | null, now: Date): Promise<Callee[]> {
  const { rows } = await tx.execute<CalleeRow & { on_duty: boolean }>(sql`
    select d.id, d.name, d.phone, d.unit_id, d.organ_id, ${onDuty(minuteOfDay(now))} as on_duty
    from duty_contact d join organ o on o.id = d.organ_id
    where o.level = ${level} and (${level}::int = 2 or o.county = ${county}::text) order by d.rank, d.id`)
  const isOnDuty = (row: (typeof rows)[number]) => row.on_duty
  return (level === 2 ? orAll(rows, isOnDuty) : rows.filter(isOnDuty)).slice(0, 3).map(asCallee)
}

/** Equal: all day; `from` after `to`: over midnight. */
export function isWithinHours(from: number, to: number, at: Date): boolean {
  const minute = minuteOfDay(at)
  if (from === to) return true
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

const SHANGHAI_MINUTES = 8 * 60
export const minuteOfDay = (at: Date) => (Math.floor(at.getTime() / 60_000) + SHANGHAI_MINUTES) % 1440
