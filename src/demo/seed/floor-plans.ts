import { createHash, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { PLANS, savePlaces, savePlan } from '#server/devices/floor-plan.store.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { FileStore } from '#server/platform/files/file-key.ts'
import { account } from '#server/schema/account.table.ts'
import { point } from '#server/schema/point.table.ts'
import { drawFloor, FLOOR_HEIGHT, FLOOR_WIDTH, spotIn } from './draw-floor.ts'

const BUILDINGS = 2
const FLOORS = 3

async function floorsToDraw(db: Db): Promise<{ buildingId: number; floor: string }[]> {
  const { rows } = await db.execute<{ building_id: string; floor: string }>(sql`
    with floors as (
      select p.building_id, p.floor, count(*) filter (where p.open_rank = 1) as alarms, count(*) as points
      from point p join building_unit u on u.building_id = p.building_id and u.kind = 'bound'
        join account a on a.unit_id = u.unit_id and a.account = 'unit01'
      where p.floor is not null group by 1, 2),
    ranked as (
      select *, row_number() over (partition by building_id order by alarms desc, points desc, floor) as nth,
        dense_rank() over (order by building_id) as building from floors)
    select building_id, floor from ranked where nth <= ${FLOORS} and building <= ${BUILDINGS} order by building_id, nth`)
  return rows.map(({ building_id, floor }) => ({ buildingId: Number(building_id), floor }))
}

export async function storeFloorPlans(db: Db, files: FileStore): Promise<void> {
  const [owner] = await db.select().from(account).where(eq(account.account, 'unit01'))
  if (!owner) return
  const bytes = drawFloor()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  for (const { buildingId, floor } of await floorsToDraw(db)) {
    const fileKey = `${PLANS}${randomBytes(32).toString('base64url')}`
    await files.put(fileKey, bytes, { contentType: 'image/png' })
    const by = { accountId: owner.id, changedAt: owner.createdAt }
    const size = { width: FLOOR_WIDTH, height: FLOOR_HEIGHT, size: bytes.length }
    const plan = await savePlan(db, { buildingId, floor, fileKey, contentType: 'image/png', sha256, ...size, ...by })
    const points = await db
      .select({ id: point.id, zone: point.zone })
      .from(point)
      .where(and(eq(point.buildingId, buildingId), eq(point.floor, floor)))
      .orderBy(point.id)
    const placed = points.map(({ id, zone }) => {
      const others = points.filter((one) => one.zone === zone)
      return {
        pointId: id,
        ...spotIn(
          zone,
          others.findIndex((one) => one.id === id),
          others.length,
        ),
      }
    })
    await savePlaces(db, plan, { placed, cleared: [], by: owner.id, at: owner.createdAt })
  }
}
