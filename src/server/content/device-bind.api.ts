import { and, eq, gt, sql } from 'drizzle-orm'
import { deviceBind as contract } from '#contract/device-bind.ts'
import { notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { hashToken } from '../platform/session.ts'
import { bindLink, contactDevice, dutyContact } from '../schema/duty-contact.table.ts'
import { needRoom, queueDeviceTests } from './contact-device.store.ts'

const GONE = '链接已失效，请向单位管理人员索取新的二维码'

interface Contact {
  readonly id: number
  readonly contact: string
  readonly organisation: string | null
}

const contactColumns = {
  id: dutyContact.id,
  contact: dutyContact.name,
  organisation: sql<string | null>`coalesce((select name from unit where id = ${dutyContact.unitId}),
    (select name from organ where id = ${dutyContact.organId}))`,
}

async function findByLink(db: Db, token: string, now: Date): Promise<Contact | undefined> {
  const [row] = await db
    .select(contactColumns)
    .from(bindLink)
    .innerJoin(dutyContact, eq(dutyContact.id, bindLink.contactId))
    .where(and(eq(bindLink.tokenHash, hashToken(token)), gt(bindLink.expiresAt, now)))
  return row
}

async function findByDevice(db: Db, token: string, endpoint: string): Promise<Contact | undefined> {
  const [row] = await db
    .select(contactColumns)
    .from(contactDevice)
    .innerJoin(dutyContact, eq(dutyContact.id, contactDevice.contactId))
    .where(and(eq(contactDevice.linkHash, hashToken(token)), eq(contactDevice.endpoint, endpoint)))
  return row
}

export const deviceBindApi = implement(contract, {
  async show({ token }, { deps, db, now }) {
    const found = await findByLink(db, token, now)
    if (!found) throw notThere(GONE)
    return { ...found, publicKey: deps.push.publicKey }
  },

  bind: ({ token, endpoint, p256dh, auth, name }, { now, write }) =>
    write(async (tx) => {
      const linkHash = hashToken(token)
      // Concurrent requests with the same link block on this row.
      await tx.select().from(bindLink).where(eq(bindLink.tokenHash, linkHash)).for('update')
      const link = await findByLink(tx, token, now)
      const found = link ?? (await findByDevice(tx, token, endpoint))
      if (!found) throw notThere(GONE)
      const { contact, organisation, id: contactId } = found
      if (link) {
        const [known] = await tx
          .select({ id: contactDevice.id })
          .from(contactDevice)
          .where(and(eq(contactDevice.contactId, contactId), eq(contactDevice.endpoint, endpoint)))
        if (!known) await needRoom(tx, contactId)
        const row = { name, p256dh, auth, linkHash, boundAt: now, lostAt: null }
        await tx
          .insert(contactDevice)
          .values({ ...row, contactId, endpoint })
          .onConflictDoUpdate({ target: [contactDevice.contactId, contactDevice.endpoint], set: row })
        await tx.delete(bindLink).where(eq(bindLink.tokenHash, linkHash))
        await queueDeviceTests(tx, contactId)
      }
      return { value: { contact, organisation }, audit: { contactId, device: name, service: new URL(endpoint).host } }
    }),
})
