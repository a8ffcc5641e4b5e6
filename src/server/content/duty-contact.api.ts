import { limitRate } from '../platform/too-often.ts'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { BIND_LINK_MS, dutyContact as contract, MOST_CONTACTS } from '#contract/duty-contact.ts'
import { maskPhone } from '#contract/mask-phone.ts'
import { toWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { hashToken, type Session } from '../platform/session.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { closeRanks, endLinks } from '../registry/remove-contact.store.ts'
import { building } from '../schema/building.table.ts'
import { bindLink, contactDevice, dutyContact, dutyContactBuilding } from '../schema/duty-contact.table.ts'
import { changePhone, endDevices, needRoom, queueDeviceTests } from './contact-device.store.ts'
import { type ContactRow, listContacts } from './duty-contact.store.ts'
import { queueTest } from './delivery.store.ts'
import { hourOf, minutesOf } from './duty-hours.ts'

const TESTS = { points: 10, windowSec: 3600, blockSec: 0 }

const wire = (at: number | null) => (at === null ? null : toWireTime(new Date(at)))

const present = ({ hoursFrom, hoursTo, verifiedAt, testedAt, testResult, devices, ...row }: ContactRow) => ({
  ...row,
  devices: devices.map(({ boundAt, sentAt, ...device }) => ({
    ...device,
    boundTime: toWireTime(new Date(boundAt)),
    sentTime: wire(sentAt),
  })),
  hoursFrom: hourOf(hoursFrom),
  hoursTo: hourOf(hoursTo),
  verifiedTime: wire(verifiedAt),
  testedTime: testResult === null || testResult === 'accepted' ? wire(testedAt) : null,
  testState: testResult === 'sending' || testResult === 'failed' ? testResult : null,
})

const ownedBy = ({ unitId, organId }: Session) =>
  or(eq(dutyContact.unitId, unitId ?? 0), eq(dutyContact.organId, organId ?? 0))

async function findOwn(tx: Db, session: Session, id: number) {
  const [row] = await tx
    .select()
    .from(dutyContact)
    .where(and(eq(dutyContact.id, id), ownedBy(session)))
    .for('update')
  if (!row) throw notThere()
  return row
}

async function needBuildings(db: Db, session: Session, ids: readonly number[], contactId = 0): Promise<void> {
  if (ids.length === 0) return
  const found = await db
    .select({ id: building.id })
    .from(building)
    .where(and(buildingScope(db, session), inArray(building.id, [...ids])))
  if (found.length === ids.length) return
  const gone = ids.filter((id) => !found.some((one) => one.id === id))
  const left = await db
    .select({ name: building.name })
    .from(dutyContactBuilding)
    .innerJoin(dutyContact, eq(dutyContact.id, dutyContactBuilding.contactId))
    .innerJoin(building, eq(building.id, dutyContactBuilding.buildingId))
    .where(and(eq(dutyContact.id, contactId), ownedBy(session), inArray(building.id, gone)))
  if (left.length < gone.length) throw notThere()
  const text = `${left.map(({ name }) => `“${name}”`).join('、')}已不在管理范围内，请取消选择`
  throw new AppError(400, text, { buildingIds: text })
}

async function putBuildings(tx: Db, contactId: number, buildingIds: readonly number[]): Promise<void> {
  await tx.delete(dutyContactBuilding).where(eq(dutyContactBuilding.contactId, contactId))
  if (buildingIds.length > 0)
    await tx.insert(dutyContactBuilding).values(buildingIds.map((buildingId) => ({ contactId, buildingId })))
}

const facts = ({ name, rank, phone }: { name: string; rank: number; phone: string }) => ({
  name,
  rank,
  phone: maskPhone(phone),
})

export const dutyContactApi = implement(contract, {
  list: async (_input, { db, session }) => ({ list: (await listContacts(db, session)).map(present) }),

  async save({ id, buildingIds: chosen, hoursFrom, hoursTo, ...values }, { db, session, now, write }) {
    const buildingIds = [...new Set(chosen)]
    await needBuildings(db, session, buildingIds, id)
    const row = { ...values, hoursFrom: minutesOf(hoursFrom), hoursTo: minutesOf(hoursTo), modifiedAt: now }
    const after = { ...facts(row), buildingIds }
    return write(async (tx) => {
      if (id !== undefined) {
        const before = await findOwn(tx, session, id)
        const isOther = before.phone !== row.phone
        await tx
          .update(dutyContact)
          .set({ ...row, buildingId: null, ...(isOther && { verifiedAt: null, testedAt: null }) })
          .where(eq(dutyContact.id, id))
        if (isOther) await changePhone(tx, id, row.phone)
        await putBuildings(tx, id, buildingIds)
        return { value: { id: String(id) }, audit: { contactId: id, before: facts(before), after } }
      }
      const known = await listContacts(tx, session)
      if (known.length >= MOST_CONTACTS) throw new AppError(409, `最多 ${MOST_CONTACTS} 位值班联系人`)
      const { unitId, organId } = session
      const [made] = await tx
        .insert(dutyContact)
        .values({ ...row, unitId, organId, createdAt: now })
        .returning({ id: dutyContact.id })
      if (!made) throw new Error('a contact was not added')
      await putBuildings(tx, made.id, buildingIds)
      return { value: { id: String(made.id) }, audit: { contactId: made.id, after } }
    })
  },

  remove: ({ id }, { session, write }) =>
    write(async (tx) => {
      const row = await findOwn(tx, session, id)
      if (row.unitId !== null && (await listContacts(tx, session)).length === 1)
        throw new AppError(409, '至少保留一位值班联系人，请先新增其他人')
      await endDevices(tx, id)
      await endLinks(tx, [`contact:${id}`])
      await tx.delete(dutyContact).where(eq(dutyContact.id, id))
      await closeRanks(tx, session)
      return { value: null, audit: { contactId: id, before: facts(row) } }
    }),

  async test({ id }, { deps, session, now, write }) {
    await limitRate({ deps, now }, `contact-test:${session.accountId}`, TESTS, '测试')
    return write(async (tx) => {
      const row = await findOwn(tx, session, id)
      await queueTest(tx, row)
      await queueDeviceTests(tx, row.id)
      await tx
        .update(dutyContact)
        .set({ testedAt: sql`${now.toISOString()}::timestamptz` })
        .where(eq(dutyContact.id, id))
      return { value: null, audit: { contactId: id, name: row.name } }
    })
  },

  bindLink: ({ id }, { deps, session, now, write }) =>
    write(async (tx) => {
      const row = await findOwn(tx, session, id)
      await needRoom(tx, row.id)
      const token = deps.newToken()
      const expiresAt = new Date(now.getTime() + BIND_LINK_MS)
      await tx.delete(bindLink).where(eq(bindLink.contactId, id))
      await tx.insert(bindLink).values({ tokenHash: hashToken(token), contactId: id, expiresAt })
      const { publicUrl } = deps.settings
      const url = publicUrl === '' ? '' : `${publicUrl}/b/${token}`
      return {
        value: { token, url, expireTime: toWireTime(expiresAt) },
        audit: { contactId: id, name: row.name },
      }
    }),

  unbind: ({ id }, { session, write }) =>
    write(async (tx) => {
      const [device] = await tx
        .select({ id: contactDevice.id, name: contactDevice.name, contactId: dutyContact.id })
        .from(contactDevice)
        .innerJoin(dutyContact, eq(dutyContact.id, contactDevice.contactId))
        .where(and(eq(contactDevice.id, id), ownedBy(session)))
      if (!device) throw notThere()
      await endLinks(tx, [`device:${device.id}`])
      await tx.delete(contactDevice).where(eq(contactDevice.id, device.id))
      return { value: null, audit: { contactId: device.contactId, deviceId: device.id, device: device.name } }
    }),
})
