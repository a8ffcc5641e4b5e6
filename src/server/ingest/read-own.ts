import { and, asc, count, eq, sql, type SQL } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import { notThere } from '../app-error.ts'
import { programScope } from '../building/building.scope.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import type { SignedProgram } from '../http/admit-program.ts'
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

/** The buildings a program may read. */
export async function ownBuildings(db: Db, program: SignedProgram, page: Page) {
  const where = programScope(db, program)
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

/** @throws AppError 404 where the program may not read the building, or there is none */
export async function needOwn(db: Db, program: SignedProgram, projectId: string): Promise<number> {
  const [own] = await db
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.openProjectId, projectId), programScope(db, program)))
  if (!own) throw notThere()
  return own.id
}

/** The points of one of its buildings. @throws AppError 404 as {@link needOwn} */
export async function ownPoints(db: Db, program: SignedProgram, input: Page & { readonly projectId: string }) {
  const where = eq(point.buildingId, await needOwn(db, program, input.projectId))
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
