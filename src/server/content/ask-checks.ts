import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { checkWords } from './alarm-words.ts'
import { bigints, recordChecks } from '../devices/duty-answer.store.ts'
import type { DeliveryBody } from './delivery.store.ts'
import { contactsOfBuilding } from './duty-contact.store.ts'
import { accountsOf, devicesOf, type Recipient, toContact } from './recipients.store.ts'

export interface Question {
  readonly organId: number
  readonly planId: number | null
  readonly buildingIds: readonly number[]
  readonly answerMinutes: number
  readonly now: Date
}

interface Asked extends Record<string, unknown> {
  readonly id: string
  readonly building_id: string
  readonly name: string
  readonly county: string
  readonly organ: string
}

interface Message {
  readonly to: Recipient
  readonly asked: Asked[]
}

/**
 * By push, and by SMS to the first contact; one message per recipient. Skips buildings whose last question still
 * waits.
 */
export async function askChecks(tx: Db, question: Question): Promise<{ checks: number; recipients: number }> {
  const { organId, planId, buildingIds, answerMinutes, now } = question
  const at = sql`${now.toISOString()}::timestamptz`
  const dueAt = new Date(now.getTime() + answerMinutes * 60_000)
  // Concurrent questions would ask a building twice.
  await tx.execute(sql`select 1 from organ where id = ${organId} for update`)
  const { rows: asked } = await tx.execute<Asked>(sql`
    with asked as (
      insert into duty_check (building_id, organ_id, plan_id, asked_by, asked_at, due_at)
      select b.id, o.id, ${planId}::bigint, o.name, ${at}, ${dueAt.toISOString()}::timestamptz
      from building b join organ o on o.id = ${organId} and (o.level = 2 or (o.level = 3 and o.county = b.county))
      where b.id = any(${bigints(buildingIds)}) and b.registered and not exists (select 1 from duty_check k
        where k.building_id = b.id and k.organ_id = o.id and k.answered_at is null and k.due_at > ${at})
      order by b.id returning *)
    select a.id, a.building_id, b.name, b.county, a.asked_by as organ from asked a join building b on b.id = a.building_id order by a.id`)
  await tx.execute(sql`
    insert into duty_check_transmitter (check_id, address)
    select k.id, d.address from duty_check k join transmission_device d on d.building_id = k.building_id
    where k.id = any(${bigints(asked.map(({ id }) => Number(id)))})`)
  const messages = new Map<string, Message>()
  for (const one of asked) {
    const recipients = await recipientsFor(tx, Number(one.building_id), now)
    for (const to of recipients) {
      const key = `${to.channel} ${to.recipient}`
      const message = messages.get(key) ?? { to, asked: [] }
      messages.set(key, message)
      message.asked.push(one)
    }
    const people = new Set(recipients.map(personOf)).size
    await tx.execute(sql`update duty_check set recipients = ${people} where id = ${Number(one.id)}`)
  }
  for (const { to, asked: of } of messages.values()) {
    const names = of.map(({ name }) => name)
    const body: DeliveryBody = {
      ...checkWords(asked[0]?.organ ?? '', names, dueAt),
      checks: of.map(({ id }) => Number(id)),
      dueAt: dueAt.toISOString(),
      counties: [...new Set(of.map(({ county }) => county))],
      buildings: of.map((one) => one.building_id),
      names: names.join('\n'),
    }
    await tx.execute(sql`
      insert into delivery (wave, step, channel, recipient, recipient_name, phone, unit_id, organ_id, kind, body)
      values (0, 0, ${to.channel}, ${to.recipient}, ${to.recipientName}, ${to.phone}, ${to.unitId}, ${to.organId}, 'check',
        ${JSON.stringify(body)}::jsonb)`)
  }
  await recordChecks(
    tx,
    asked.map(({ id }) => Number(id)),
  )
  return { checks: asked.length, recipients: new Set([...messages.values()].map(({ to }) => personOf(to))).size }
}

const personOf = ({ recipient, recipientName, phone, ownPhone }: Recipient) =>
  `${recipientName} ${phone ?? ownPhone ?? recipient}`

async function recipientsFor(tx: Db, buildingId: number, now: Date): Promise<Recipient[]> {
  const contacts = await contactsOfBuilding(tx, buildingId, now)
  return [
    ...contacts.slice(0, 1).map((first) => toContact('sms', first)),
    ...(await devicesOf(tx, contacts, buildingId)),
    ...(await accountsOf(tx, buildingId)),
  ]
}
