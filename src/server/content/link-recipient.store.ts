import { sql } from 'drizzle-orm'

const id = sql.raw(`split_part(d.recipient, ':', 2)::bigint`)

export const isStillRecipient = sql`case split_part(d.recipient, ':', 1)
  when 'contact' then exists (select 1 from duty_contact c where c.id = ${id})
  when 'device' then exists (select 1 from contact_device c where c.id = ${id})
  when 'account' then exists (select 1 from account c join session s on s.account_id = c.id and s.ended_at is null
    where c.id = ${id} and c.status = 0)
  else true end`

export const hasSamePhone = sql`(d.recipient not like 'contact:%'
  or exists (select 1 from duty_contact c where c.id = ${id} and c.phone = d.phone))`
