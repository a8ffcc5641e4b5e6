import { and, eq, isNull, sql } from 'drizzle-orm'
import { MOST_DEVICES } from '#contract/duty-contact.ts'
import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { endLinks } from '../registry/remove-contact.store.ts'
import { bindLink, contactDevice } from '../schema/duty-contact.table.ts'
import type { DeliveryBody } from './delivery.store.ts'

/** @throws AppError 409 at the limit */
export async function needRoom(tx: Db, contactId: number): Promise<void> {
  const bound = await tx.$count(
    contactDevice,
    and(eq(contactDevice.contactId, contactId), isNull(contactDevice.lostAt)),
  )
  if (bound >= MOST_DEVICES) throw new AppError(409, `每人最多绑定 ${MOST_DEVICES} 台手机，请先解除不用的`)
}

export async function endDevices(tx: Db, contactId: number): Promise<void> {
  const gone = await tx
    .delete(contactDevice)
    .where(eq(contactDevice.contactId, contactId))
    .returning({ id: contactDevice.id })
  await tx.delete(bindLink).where(eq(bindLink.contactId, contactId))
  await endLinks(
    tx,
    gone.map(({ id }) => `device:${id}`),
  )
}

export async function changePhone(tx: Db, contactId: number, phone: string): Promise<void> {
  await endDevices(tx, contactId)
  await tx.execute(sql`
    update delivery set phone = ${phone} where recipient = ${`contact:${contactId}`} and state = 'queued'`)
}

export async function queueDeviceTests(tx: Db, contactId: number): Promise<void> {
  const text = '【消防物联网】测试通知，无需到场：火警会推送到本机，收到即可。'
  const body: DeliveryBody = { title: '测试通知', text, building: '', place: '', time: '' }
  await tx.execute(sql`
    insert into delivery (wave, step, channel, recipient, recipient_name, unit_id, organ_id, kind, body)
    select 0, 0, 'push', 'device:' || v.id, d.name, d.unit_id, d.organ_id, 'test', ${JSON.stringify(body)}::jsonb
    from contact_device v join duty_contact d on d.id = v.contact_id where d.id = ${contactId} and v.lost_at is null`)
}
