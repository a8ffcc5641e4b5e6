import { and, eq, sql, type SQL } from 'drizzle-orm'
import { shelfReason } from '#contract/dict/shelf-reason.ts'
import { shelf as contract } from '#contract/shelf.ts'
import { coversScope, shelfTimeErrors, type ShelfScope } from '#contract/shelf.rules.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { postMessage } from '../identity/messages.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { recordBuildings } from '../registry/building-change.store.ts'
import { buildingScope, scopedByArea } from '../registry/building.scope.ts'
import { findBuilding } from '../registry/find-building.ts'
import { needConfirmedTie } from '../registry/need-confirmed-tie.ts'
import { account } from '../schema/account.table.ts'
import { building } from '../schema/building.table.ts'
import { shelf } from '../schema/shelf.table.ts'
import { organisationOf } from './alarm-acts.store.ts'
import { presentShelf } from './present-shelf.ts'
import { shelfEndLetter, shelfScopeWords } from './shelf-words.ts'
import { signedName } from './signed-name.ts'
import { hasSystem, listShelves, type OpenShelf, overlappingShelves, systemOfPoint, takeShelf } from './shelf.store.ts'

/** @throws AppError 400 or 404 */
async function checkScope(tx: Db, buildingId: number, { systemId, pointId }: ShelfScope): Promise<number | null> {
  if (systemId !== null && pointId !== null)
    throw new AppError(400, '系统和点位只能选择一个', { pointId: '系统和点位只能选择一个' })
  if (systemId !== null && !(await hasSystem(tx, buildingId, systemId))) throw notThere('该建筑没有此系统的点位')
  if (pointId === null) return null
  const systemOf = await systemOfPoint(tx, buildingId, pointId)
  if (systemOf === undefined) throw notThere('点位不存在，可能已删除')
  return systemOf
}

const isSame = (a: ShelfScope, b: ShelfScope) => a.systemId === b.systemId && a.pointId === b.pointId

function clashing(known: readonly OpenShelf[], of: ShelfScope, systemOf: number | null, from: Date, until: Date) {
  return known.find(
    (other) => isSame(other, of) || (coversScope(other, of, systemOf) && other.from <= from && other.until >= until),
  )
}

export const shelfApi = implement(contract, {
  async list({ buildingId, state, currentPage, pageSize, ...area }, { db, session, now }) {
    if (buildingId !== undefined) await findBuilding(db, session, buildingId)
    const where: SQL | undefined = and(
      scopedByArea(db, session, { ...area, buildType: 0 }),
      buildingId === undefined ? undefined : eq(building.id, buildingId),
    )
    const { rows, total } = await listShelves(db, where ?? sql`false`, state, now, { currentPage, pageSize })
    return { list: rows.map(presentShelf), total }
  },

  create: ({ buildingId, systemId, pointId, reason, note, fromTime, untilTime, watchman }, { session, now, write }) =>
    write(async (tx) => {
      const place = await findBuilding(tx, session, buildingId)
      await needConfirmedTie(tx, session, buildingId)
      const asked = fromTime === undefined ? now : fromWireTime(fromTime)
      const times = { from: asked < now ? now : asked, until: fromWireTime(untilTime ?? '') }
      const errors = shelfTimeErrors(times, now, session.actor.role)
      const [wrong] = Object.values(errors)
      if (wrong !== undefined) throw new AppError(400, wrong, errors)
      const scope = { systemId: systemId ?? null, pointId: pointId ?? null }
      // Serialises the overlap check.
      await tx.execute(sql`select 1 from building where id = ${buildingId} for no key update`)
      const systemOf = await checkScope(tx, buildingId, scope)
      const clash = clashing(await overlappingShelves(tx, buildingId, times), scope, systemOf, times.from, times.until)
      if (clash) throw new AppError(409, `该范围已有检修登记：${clash.by}，至 ${toWireTime(clash.until).slice(5, 16)}`)
      const [made] = await tx
        .insert(shelf)
        .values({
          buildingId,
          ...scope,
          reason,
          note: note || null,
          fromAt: times.from,
          untilAt: times.until,
          accountId: session.accountId,
          byName: signedName(session, watchman),
          byOrganisation: await organisationOf(tx, session),
          createdAt: now,
        })
        .returning({ id: shelf.id })
      await recordBuildings(tx, [place.id])
      return {
        value: { id: String(made?.id) },
        audit: {
          shelfId: made?.id,
          buildingId,
          ...(pointId !== undefined && { pointId }),
          after: {
            shelfScope: await shelfScopeWords(tx, scope),
            shelfReason: shelfReason.label(reason),
            note: note || undefined,
            fromAt: times.from.toISOString(),
            untilAt: times.until.toISOString(),
            watchman: watchman || undefined,
          },
        },
      }
    }),

  end: ({ id, watchman }, { session, now, write }) =>
    write(async (tx) => {
      const row = await takeShelf(tx, buildingScope(tx, session), id, now)
      if (!row) throw notThere()
      const buildingId = Number(row.buildingId)
      await needConfirmedTie(tx, session, buildingId)
      const audit = { shelfId: id, buildingId, ...(row.pointId !== null && { pointId: Number(row.pointId) }) }
      if (row.state === 'ended') return { value: null, audit }
      await tx
        .update(shelf)
        .set({ endedAt: now, endedBy: signedName(session, watchman) })
        .where(eq(shelf.id, id))
      const scope = { systemId: row.systemId, pointId: row.pointId === null ? null : Number(row.pointId) }
      if (row.accountId !== null && Number(row.accountId) !== session.accountId) {
        const letter = await shelfEndLetter(tx, { buildingId, name: row.buildingName, scope, by: session.name })
        await postMessage(tx, eq(account.id, Number(row.accountId)), letter, now)
      }
      await recordBuildings(tx, [buildingId])
      return {
        value: null,
        audit: {
          ...audit,
          before: { untilAt: new Date(row.untilAt).toISOString() },
          after: { untilAt: now.toISOString(), watchman: watchman || undefined },
        },
      }
    }),
})
