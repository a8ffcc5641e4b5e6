import { and, asc, count, eq, sql, type SQL } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import { notThere } from '../app-error.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { point } from '../point/point.table.ts'
import { quarantine } from './quarantine.table.ts'

interface Page {
  readonly currentPage: number
  readonly pageSize: number
}

const cut = ({ currentPage, pageSize }: Page) => ({ limit: pageSize, offset: (currentPage - 1) * pageSize })

async function totalOf(db: Db, table: typeof building | typeof point | typeof quarantine, where: SQL | undefined) {
  const [row] = await db.select({ n: count() }).from(table).where(where)
  return row?.n ?? 0
}

/** The buildings bound to a provider. */
export async function ownBuildings(db: Db, providerId: number, page: Page) {
  const where = eq(building.providerId, providerId)
  const { limit, offset } = cut(page)
  const list = await db
    .select({ projectId: building.openProjectId, name: building.name, address: building.address })
    .from(building)
    .where(where)
    .orderBy(asc(building.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await totalOf(db, building, where) }
}

/** The points of one of its buildings. @throws AppError 404 where the building is another's or not there */
export async function ownPoints(db: Db, providerId: number, input: Page & { readonly projectId: string }) {
  const [own] = await db
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.openProjectId, input.projectId), eq(building.providerId, providerId)))
  if (!own) throw notThere()
  const where = eq(point.buildingId, own.id)
  const { limit, offset } = cut(input)
  const rows = await db
    .select({
      pointNumber: point.pointNumber,
      deviceNo: point.deviceNo,
      deviceName: point.deviceName,
      deviceType: point.deviceType,
      apiId: point.apiId,
      online: point.online,
      reportedAt: point.reportedAt,
    })
    .from(point)
    .where(where)
    .orderBy(asc(point.apiId), asc(point.id))
    .limit(limit)
    .offset(offset)
  return {
    list: rows.map(({ reportedAt, ...row }) => ({ ...row, reportedTime: reportedAt && toWireTime(reportedAt) })),
    total: await totalOf(db, point, where),
  }
}

/** What was set aside of a provider's items, newest first. */
export async function ownQuarantine(db: Db, providerId: number, page: Page) {
  const where = eq(quarantine.providerId, providerId)
  const { limit, offset } = cut(page)
  const rows = await db
    .select()
    .from(quarantine)
    .where(where)
    .orderBy(sql`${quarantine.receivedAt} desc nulls first, ${quarantine.id} desc nulls first`)
    .limit(limit)
    .offset(offset)
  return {
    list: rows.map((row) => ({
      pointNumber: row.pointNumber,
      reason: row.reason,
      kind: row.itemKind,
      time: toWireTime(row.occurredAt),
      receivedTime: toWireTime(row.receivedAt),
    })),
    total: await totalOf(db, quarantine, where),
  }
}
