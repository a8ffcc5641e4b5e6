import { eq, sql } from 'drizzle-orm'
import { dashboard } from '#contract/dashboard.ts'
import { chosenBuildings } from '../building/building.scope.ts'
import { building } from '../building/building.table.ts'
import { implement } from '../implement.ts'
import { point } from '../point/point.table.ts'

export const dashboardApi = implement(dashboard, {
  async devices(input, { db, session }) {
    const where = await chosenBuildings(db, session, input)
    const [row] = await db
      .select({
        total: sql<number>`count(${point.id})::int`,
        online: sql<number>`count(*) filter (where ${point.online})::int`,
      })
      .from(building)
      .innerJoin(point, eq(point.buildingId, building.id))
      .where(where)
    const { total, online } = row ?? { total: 0, online: 0 }
    return { totalBuildPointNum: total, totalOnlinePointNum: online, totalOfflinePointNum: total - online }
  },
})
