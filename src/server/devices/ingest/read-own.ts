import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import { notThere } from '#server/platform/app-error.ts'
import { type ProgramOwner, programScope } from '#server/registry/building.scope.ts'
import { building } from '#server/schema/building.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { type Page, sliceOf } from '#server/platform/db/prepared.ts'
import type { SignedProgram } from '#server/platform/authenticate-program.ts'
import { point } from '#server/schema/point.table.ts'
import { quarantine } from '#server/schema/quarantine.table.ts'

export async function ownBuildings(db: Db, program: SignedProgram, page: Page) {
  const where = programScope(db, program)
  const { limit, offset } = sliceOf(page)
  const list = await db
    .select({ projectId: building.openProjectId, name: building.name, address: building.address })
    .from(building)
    .where(where)
    .orderBy(asc(building.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(building, where) }
}

/** @throws AppError 404 */
export async function needOwn(db: Db, owner: ProgramOwner, projectId: string): Promise<number> {
  const [own] = await db
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.openProjectId, projectId), programScope(db, owner)))
  if (!own) throw notThere()
  return own.id
}

export async function ownPoints(db: Db, program: SignedProgram, input: Page & { readonly projectId: string }) {
  const where = eq(point.buildingId, await needOwn(db, program, input.projectId))
  const { limit, offset } = sliceOf(input)
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
    total: await db.$count(point, where),
  }
}

export async function ownQuarantine(
  db: Db,
  providerId: number,
  { projectId, ...page }: Page & { readonly projectId?: string | undefined },
) {
  const where = and(
    eq(quarantine.providerId, providerId),
    projectId === undefined
      ? undefined
      : sql`${quarantine.buildingId} = (select b.id from building b where b.open_project_id = ${projectId})`,
  )
  const { limit, offset } = sliceOf(page)
  const rows = await db
    .select({ ...getTableColumns(quarantine), projectId: building.openProjectId })
    .from(quarantine)
    .leftJoin(building, eq(building.id, quarantine.buildingId))
    .where(where)
    .orderBy(sql`${quarantine.receivedAt} desc nulls first, ${quarantine.id} desc nulls first`)
    .limit(limit)
    .offset(offset)
  return {
    list: rows.map((row) => ({
      projectId: row.projectId,
      pointNumber: row.pointNumber,
      reason: row.reason,
      kind: row.itemKind,
      time: toWireTime(row.occurredAt),
      receivedTime: toWireTime(row.receivedAt),
    })),
    total: await db.$count(quarantine, where),
  }
}
