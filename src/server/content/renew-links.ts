import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { renewedWords } from './alarm-words.ts'
import type { DeliveryBody } from './delivery.store.ts'

/** A message is renewed at most this often. */
const FIRST_STEP = 200
const MOST_RENEWALS = 3

interface Ended extends Record<string, unknown> {
  readonly id: string
  readonly alarm_id: string | null
  readonly step: number
  readonly body: DeliveryBody
}

/** For people whose link was open. @returns number of messages */
export async function renewLinks(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ delivery_id: string; is_open: boolean }>(sql`
      delete from ack_link l using delivery d where d.id = l.delivery_id
        and coalesce((select max(s.step) from delivery s where s.alarm_id = d.alarm_id and s.step >= ${FIRST_STEP}), d.step)
          < ${FIRST_STEP + MOST_RENEWALS - 1}
      returning l.delivery_id, l.expires_at > ${now.toISOString()}::timestamptz as is_open`)
    const open = rows.filter(({ is_open }) => is_open).map(({ delivery_id }) => Number(delivery_id))
    const { rows: ended } = await tx.execute<Ended>(sql`
      select distinct on (d.alarm_id, d.recipient, d.channel, d.body -> 'checks') d.id, d.alarm_id, d.body,
        coalesce((select max(s.step) from delivery s where s.alarm_id = d.alarm_id and s.step >= ${FIRST_STEP}) + 1,
          case when d.step >= ${FIRST_STEP} then d.step + 1 else ${FIRST_STEP} end) as step
      from delivery d left join alarm a on a.id = d.alarm_id
      where d.id = any(${sql.param(open)}::bigint[]) and d.channel in ('sms', 'push')
        and (a.id is null or (a.judged_at is null and a.joined_to is null))
      order by d.alarm_id, d.recipient, d.channel, d.body -> 'checks', d.id desc`)
    for (const { id, alarm_id, step, body } of ended)
      await tx.execute(sql`
        insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, phone, unit_id, organ_id, kind, body)
        select alarm_id, wave, ${step}, channel, recipient, recipient_name, phone, unit_id, organ_id,
          case when alarm_id is null then kind else 'renewed' end,
          ${JSON.stringify(alarm_id === null ? body : renewedWords(body))}::jsonb
        from delivery where id = ${Number(id)} on conflict do nothing`)
    return ended.length
  })
}
