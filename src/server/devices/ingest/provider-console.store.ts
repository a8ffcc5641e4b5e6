import { and, asc, desc, eq, isNotNull, like, sql } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { likePattern } from '#server/platform/db/like-pattern.ts'
import { type Page, sliceOf } from '#server/platform/db/prepared.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import { quarantine } from '#server/schema/quarantine.table.ts'
import { refusedBatch } from '#server/schema/refused-batch.table.ts'

const servedBy = (providerId: number) => eq(building.providerId, providerId)

export async function consoleCounts(db: Db, providerId: number) {
  const buildings = await db.$count(building, servedBy(providerId))
  const quarantined = await db.$count(quarantine, eq(quarantine.providerId, providerId))
  const refused = await db.$count(refusedBatch, eq(refusedBatch.providerId, providerId))
  return { buildings, quarantined, refused }
}

const ofBuilding = sql`(select count(*) from point p where p.building_id = "building"."id"`

export async function buildingsServed(
  db: Db,
  providerId: number,
  { search, ...page }: Page & { readonly search: string },
) {
  const { limit, offset } = sliceOf(page)
  const where = and(
    servedBy(providerId),
    search === '' ? undefined : like(building.sought, likePattern(search.toLowerCase())),
  )
  const list = await db
    .select({
      projectId: building.openProjectId,
      name: building.name,
      address: building.address,
      points: sql<number>`${ofBuilding})`.mapWith(Number),
      offline: sql<number>`${ofBuilding} and not p.online)`.mapWith(Number),
    })
    .from(building)
    .where(where)
    .orderBy(asc(building.name), asc(building.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(building, where) }
}

const LATEST = 30

export async function latestOf(db: Db, buildingId: number) {
  const rows = await db
    .select({
      pointNumber: point.pointNumber,
      deviceName: point.deviceName,
      systemId: point.systemId,
      apiId: point.apiId,
      reportedAt: sql<Date>`${point.reportedAt}`.mapWith(point.reportedAt),
    })
    .from(point)
    .where(and(eq(point.buildingId, buildingId), isNotNull(point.reportedAt)))
    .orderBy(desc(point.reportedAt), asc(point.id))
    .limit(LATEST)
  return rows.map(({ reportedAt, ...row }) => ({ ...row, receivedTime: toWireTime(reportedAt) }))
}

export async function quarantinedOf(db: Db, providerId: number, page: Page) {
  const where = eq(quarantine.providerId, providerId)
  const { limit, offset } = sliceOf(page)
  const rows = await db
    .select({
      buildingName: building.name,
      pointNumber: quarantine.pointNumber,
      reason: quarantine.reason,
      kind: quarantine.itemKind,
      occurredAt: quarantine.occurredAt,
      receivedAt: quarantine.receivedAt,
    })
    .from(quarantine)
    .leftJoin(building, eq(building.id, quarantine.buildingId))
    .where(where)
    .orderBy(sql`${quarantine.receivedAt} desc nulls first, ${quarantine.id} desc nulls first`)
    .limit(limit)
    .offset(offset)
  return {
    list: rows.map(({ buildingName, occurredAt, receivedAt, ...row }) => ({
      ...row,
      buildingName: buildingName ?? '',
      time: toWireTime(occurredAt),
      receivedTime: toWireTime(receivedAt),
    })),
    total: await db.$count(quarantine, where),
  }
}
