import type { SQL } from 'drizzle-orm'
import type { DrillDownPoint, TenantUnit } from '#contract/dashboard.ts'
import { toWireTime } from '#contract/time.ts'
import type { Db } from '../platform/db/open-db.ts'
import { buildingsOfTenants, listDrillDownPoints, listDrillDownTenants, type PointsFilter } from './drill-down.store.ts'
import { presentDevice } from './present-equipment.ts'

interface Page {
  readonly currentPage: number
  readonly pageSize: number
}

export interface PointsNarrowing {
  readonly connectStatus?: 0 | 1 | undefined
  readonly search: string
}

export const pointsFilter = ({ connectStatus, search }: PointsNarrowing): PointsFilter => ({
  online: connectStatus === undefined ? undefined : connectStatus === 1,
  search,
})

export async function pointDrillDown(
  db: Db,
  buildings: SQL,
  input: Page & PointsNarrowing,
): Promise<{ list: DrillDownPoint[]; total: number }> {
  const { rows, total } = await listDrillDownPoints(db, buildings, pointsFilter(input), input)
  return { list: rows.map(presentDevice), total }
}

export async function tenantDrillDown(
  db: Db,
  buildings: SQL,
  page: Page & { readonly type?: number | undefined },
): Promise<{ list: TenantUnit[]; total: number }> {
  const { rows, total } = await listDrillDownTenants(db, buildings, page)
  const ties = await buildingsOfTenants(
    db,
    buildings,
    rows.map(({ unitId }) => unitId),
  )
  const list = rows.map(({ unitId, name, type, enteredAt }) => ({
    lawCompanyId: String(unitId),
    name,
    type,
    enterTime: enteredAt ? toWireTime(enteredAt) : null,
    buildings: ties
      .filter((tie) => tie.unitId === unitId)
      .map((tie) => ({ buildingId: String(tie.buildingId), name: tie.name })),
  }))
  return { list, total }
}
