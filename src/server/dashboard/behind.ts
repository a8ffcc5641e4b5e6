import type { SQL } from 'drizzle-orm'
import type { PointBehind, SettledUnit } from '#contract/dashboard.ts'
import { toWireTime } from '#contract/time.ts'
import type { Db } from '../db/open-db.ts'
import { buildingsOfTenants, listPointsBehind, listSettled, type PointsFilter } from './behind.store.ts'
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

/** The points behind the counts of `deviceFigures`. */
export async function pointsBehind(
  db: Db,
  buildings: SQL,
  input: Page & PointsNarrowing,
): Promise<{ list: PointBehind[]; total: number }> {
  const { rows, total } = await listPointsBehind(db, buildings, pointsFilter(input), input)
  return { list: rows.map(presentDevice), total }
}

/** The units behind the counts of `settledTypes`. */
export async function settledBehind(
  db: Db,
  buildings: SQL,
  page: Page & { readonly type?: number | undefined },
): Promise<{ list: SettledUnit[]; total: number }> {
  const { rows, total } = await listSettled(db, buildings, page)
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
