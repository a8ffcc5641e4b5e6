import type { SQL } from 'drizzle-orm'
import { supervisionType } from '#contract/dict/supervision-type.ts'
import { percentOf } from '#contract/shares.rules.ts'
import { addDays, fromWireTime, shanghaiDay } from '#contract/time.ts'
import type { Cells } from '../schema/tally.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { districtName, streetName } from '../reference/regions.ts'
import type { AccessCounts } from '../registry/area-aggregates.store.ts'
import { meanOf } from '../evaluation/score-mean.store.ts'
import { aggregatePoints } from '../evaluation/aggregates.store.ts'
import { pointsIn, type PointState } from './equipment.store.ts'
import {
  type StreetAggregate,
  buildingsByProvider,
  countAccess,
  countAccessBefore,
  tenantsByType,
} from './access.store.ts'

const presentPoints = ({ points, online }: { readonly points: number; readonly online: number }) => ({
  totalBuildPointNum: points,
  totalOnlinePointNum: online,
  totalOfflinePointNum: points - online,
})

export const deviceFigures = (states: readonly PointState[]) =>
  presentPoints({ points: pointsIn(states), online: pointsIn(states.filter(({ online }) => online)) })

export const cellDevices = async (db: Db, cells: Cells) => presentPoints(await aggregatePoints(db, cells))

export function buildingAccess({ accessed, accessing, none }: AccessCounts) {
  const all = accessed + accessing + none
  return {
    buildingNum: all,
    buildingCompleteAccessNumber: accessed,
    buildingCompleteAccessRate: percentOf(accessed, all),
    buildingProcessingAccessNumber: accessing,
    buildingProcessingAccessRate: percentOf(accessing, all),
    buildingUndoneAccessNumber: none,
    buildingUndoneAccessRate: percentOf(none, all),
  }
}

/** `lastDay`: `yyyy-MM-dd`. */
export function monthStart(now: Date): { start: Date; lastDay: string } {
  const first = `${shanghaiDay(now).slice(0, 7)}-01`
  return { start: fromWireTime(first), lastDay: addDays(first, -1) }
}

/** Compared with the end of last month. */
export async function accessOverview(db: Db, buildings: SQL, now: Date, access = countAccess(db, buildings)) {
  const { start, lastDay } = monthStart(now)
  return presentOverview(await access, await countAccessBefore(db, buildings, start, lastDay))
}

export function presentOverview(
  { accessed, accessing, none, failed }: AccessCounts & { readonly failed: number },
  before: AccessCounts,
) {
  const all = accessed + accessing + none
  return {
    totalCount: all,
    accessedCount: accessed,
    accessingCount: accessing,
    noAccessCount: none,
    totalAccessedPercentage: percentOf(accessed, all),
    totalAccessingPercentage: percentOf(accessing, all),
    totalNoAccessPercentage: percentOf(none, all),
    contrastLastMonthAccessed: accessed - before.accessed,
    contrastLastMonthAccessing: accessing - before.accessing,
    contrastLastMonthNoAccess: none - before.none,
    accessFailedCount: failed,
  }
}

export function rankAreas(areas: readonly StreetAggregate[], rankType: 0 | 1, by: 'county' | 'streetNo' = 'county') {
  return areas
    .map(({ code, accessed, accessing, none, weight, weighted }) => ({
      areaName: by === 'county' ? districtName(code) : streetName(code),
      areaCode: code,
      accessPercentage: percentOf(accessed, accessed + accessing + none),
      score: meanOf({ weight, weighted }),
    }))
    .sort((a, b) => {
      const [x, y] = rankType === 0 ? [a.accessPercentage, b.accessPercentage] : [a.score ?? -1, b.score ?? -1]
      return y - x || a.areaName.localeCompare(b.areaName, 'zh-CN')
    })
}

export async function providerShares(db: Db, buildings: SQL) {
  return sharesOf(await buildingsByProvider(db, buildings))
}

export function sharesOf<P extends { readonly value: number }>(providers: readonly P[]) {
  const all = providers.reduce((sum, { value }) => sum + value, 0)
  return providers.map((row) => ({ ...row, percentage: percentOf(row.value, all) }))
}

/** Units per supervision category; unknown types count as 其他单位 (4). */
export async function tenantTypes(db: Db, buildings: SQL) {
  const byType = await tenantsByType(db, buildings)
  const known = supervisionType.codes.map(Number)
  const rest = [...byType].filter(([type]) => !known.includes(type)).reduce((sum, [, units]) => sum + units, 0)
  return known.map((type) => ({
    type,
    name: supervisionType.label(type),
    count: (byType.get(type) ?? 0) + (type === 4 ? rest : 0),
  }))
}
