import { sql } from 'drizzle-orm'
import { currentAck } from '../evaluation/alarm-of.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { NewDelivery } from './delivery.store.ts'
import { type Callee, contactsOfBuilding, contactsOfOrgans } from './duty-contact.store.ts'
import { isStillRecipient } from './link-recipient.store.ts'

export interface Recipient extends Omit<NewDelivery, 'kind' | 'body'> {
  readonly ownPhone?: string | null
}

export interface CalledAlarm {
  readonly alarmId: number
  /** Null: unknown building. */
  readonly buildingId: number | null
  readonly now: Date
}

export const toContact = (channel: 'sms' | 'voice', { id, name, phone, unitId, organId }: Callee): Recipient => ({
  channel,
  recipient: `contact:${id}`,
  recipientName: name,
  phone,
  unitId,
  organId,
})

export async function recipientsOf(
  tx: Db,
  alarm: CalledAlarm,
  send: readonly string[],
  has: { readonly group: boolean; readonly voice: boolean } = { group: false, voice: false },
): Promise<Recipient[]> {
  const { buildingId, now } = alarm
  const contacts = buildingId === null ? [] : await contactsOfBuilding(tx, buildingId, now)
  const found: Recipient[] = []
  for (const target of send) {
    const [channel, who = ''] = target.split(':')
    if (channel === 'push')
      found.push(
        ...(who === 'accounts'
          ? await accountsOf(tx, buildingId)
          : await devicesOf(tx, who === 'devices' ? contacts : await calleesOf(tx, alarm, contacts, who), buildingId)),
      )
    else if (channel === 'wecom')
      found.push(
        ...(has.group
          ? [
              {
                channel,
                recipient: 'group',
                recipientName: '企业微信群',
                phone: null,
                unitId: null,
                organId: null,
              } as const,
            ]
          : []),
      )
    else if (channel === 'sms' || (channel === 'voice' && has.voice))
      for (const callee of await calleesOf(tx, alarm, contacts, who)) found.push(toContact(channel, callee))
  }
  return found
}

async function calleesOf(tx: Db, alarm: CalledAlarm, contacts: readonly Callee[], who: string): Promise<Callee[]> {
  const place = /^contact([123])$/.exec(who)?.[1]
  if (place !== undefined) return contacts.slice(Number(place) - 1, Number(place))
  if (who === 'city') return contactsOfOrgans(tx, 2, null, alarm.now)
  if (who === 'district') return contactsOfOrgans(tx, 3, await countyOf(tx, alarm.buildingId), alarm.now)
  const acker = await ackerOf(tx, alarm.alarmId)
  const taker = contacts.find(({ id, phone }) => id === acker?.contactId || phone === acker?.phone)
  if (who === 'acker') return taker ? [taker] : contacts.slice(0, 1)
  const next = taker ? contacts[contacts.indexOf(taker) + 1] : contacts[1]
  return next ? [next] : []
}

async function countyOf(tx: Db, buildingId: number | null): Promise<string | null> {
  const { rows } = await tx.execute<{ county: string }>(
    sql`select county from building where id = ${buildingId}::bigint`,
  )
  return rows[0]?.county ?? null
}

async function ackerOf(tx: Db, alarmId: number) {
  const { rows } = await tx.execute<{ contact_id: string | null; phone: string | null }>(sql`
    select k.contact_id, c.phone from alarm a join alarm_act k on k.id = ${currentAck('a')} left join account c on c.id = k.account_id
    where a.id = ${alarmId}`)
  const [row] = rows
  return row && { contactId: row.contact_id === null ? null : Number(row.contact_id), phone: row.phone }
}

export async function accountsOf(tx: Db, buildingId: number | null): Promise<Recipient[]> {
  const { rows } = await tx.execute<{ id: string; name: string; phone: string | null; unit_id: string }>(sql`
    select distinct c.id, c.name, c.phone, c.unit_id from account c
    join building_unit u on u.unit_id = c.unit_id and u.building_id = ${buildingId}::bigint and u.kind = 'bound' and u.confirmed
    join session s on s.account_id = c.id and s.ended_at is null join push_subscription p on p.token_hash = s.token_hash
    where c.status = 0 order by c.id`)
  return rows.map(({ id, name, phone, unit_id }) => ({
    channel: 'push',
    recipient: `account:${id}`,
    recipientName: name,
    phone: null,
    ownPhone: phone,
    unitId: Number(unit_id),
    organId: null,
  }))
}

/** A person who is a contact of several units has devices at one of them. */
export async function devicesOf(tx: Db, callees: readonly Callee[], buildingId: number | null): Promise<Recipient[]> {
  const { rows } = await tx.execute<{
    id: string
    name: string
    phone: string
    unit_id: string | null
    organ_id: string | null
  }>(sql`
    select v.id, d.name, d.phone, d.unit_id, d.organ_id from contact_device v join duty_contact d on d.id = v.contact_id
    where v.lost_at is null and (d.id = any(${sql.param(callees.map(({ id }) => id))}::bigint[])
      or (d.phone = any(${sql.param(callees.map(({ phone }) => phone))}::text[]) and exists (select 1 from building_unit u
        where u.building_id = ${buildingId}::bigint and u.unit_id = d.unit_id and u.kind = 'bound' and u.confirmed)))
    order by v.id`)
  return rows.map(({ id, name, phone, unit_id, organ_id }) => ({
    channel: 'push',
    recipient: `device:${id}`,
    recipientName: name,
    phone: null,
    ownPhone: phone,
    unitId: unit_id === null ? null : Number(unit_id),
    organId: organ_id === null ? null : Number(organ_id),
  }))
}

/** An SMS replaces a phone call. */
export async function toldRecipients(tx: Db, alarmId: number): Promise<Recipient[]> {
  const { rows } = await tx.execute<{
    channel: 'push' | 'sms' | 'wecom'
    recipient: string
    name: string
    phone: string | null
    unit_id: string | null
    organ_id: string | null
  }>(sql`
    select distinct on (d.recipient) case d.channel when 'voice' then 'sms' else d.channel end as channel, d.recipient,
      coalesce(k.name, d.recipient_name) as name, coalesce(k.phone, d.phone) as phone, d.unit_id, d.organ_id
    from delivery d left join duty_contact k on 'contact:' || k.id = d.recipient
    where d.alarm_id = ${alarmId} and d.kind in ('fire', 'organ', 'unjudged', 'digest')
      and d.state in ('sending', 'accepted', 'delivered') and ${isStillRecipient} order by d.recipient, d.id`)
  return rows.map((row) => ({
    channel: row.channel,
    recipient: row.recipient,
    recipientName: row.name,
    phone: row.phone,
    unitId: row.unit_id === null ? null : Number(row.unit_id),
    organId: row.organ_id === null ? null : Number(row.organ_id),
  }))
}
