import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../platform/db/open-db.ts'

const PHONE = sql.raw(`'^1[0-9]{10}$'`)

export const hasContact = (
  unitId: AnyPgColumn,
): SQL => sql`(exists (select 1 from duty_contact d where d.unit_id = ${unitId})
  or exists (select 1 from unit k where k.id = ${unitId}
    and (k.safe_manager_phone ~ ${PHONE} or k.safe_duty_phone ~ ${PHONE} or k.contacts_phone ~ ${PHONE})))`

/** Safety manager, person responsible, contact person. */
export async function ensureContacts(db: Db, unitIds: readonly number[], now: Date): Promise<void> {
  const at = now.toISOString()
  await db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select u.id, row_number() over (partition by u.id order by c.place), c.name, c.phone, ${at}::timestamptz, ${at}::timestamptz
    from unit u cross join lateral (
      select distinct on (phone) place, coalesce(nullif(name, ''), '值班联系人') as name, phone from (values
        (1, u.safe_manager_name, u.safe_manager_phone), (2, u.safe_duty_name, u.safe_duty_phone),
        (3, u.contacts_name, u.contacts_phone)) as k(place, name, phone)
      where phone ~ ${PHONE} order by phone, place) c
    where u.id = any(${sql.param(unitIds)}::bigint[]) and not exists (select 1 from duty_contact d where d.unit_id = u.id)`)
}
