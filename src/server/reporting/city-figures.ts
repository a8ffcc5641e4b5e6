import type { Cells } from '../schema/tally.table.ts'
import {
  cityAccessBefore,
  cityServed,
  cityAggregates,
  type AccessCounts,
  type Served,
  type AreaAggregate,
} from '../registry/area-aggregates.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { currentDays } from '../evaluation/current-days.ts'
import { monthStart, presentOverview, rankAreas, sharesOf } from './access-figures.ts'
import { groupBy } from '../platform/group-by.ts'

const NOTHING = { accessed: 0, accessing: 0, none: 0, failed: 0, weight: 0, weighted: 0 }

const sum = (rows: readonly AreaAggregate[]) =>
  rows.reduce(
    (all, row) => ({
      accessed: all.accessed + row.accessed,
      accessing: all.accessing + row.accessing,
      none: all.none + row.none,
      failed: all.failed + row.failed,
      weight: all.weight + row.weight,
      weighted: all.weighted + row.weighted,
    }),
    NOTHING,
  )

const inSight = <C extends { county: string; buildingType: number }>(rows: readonly C[], cells: Cells | undefined) =>
  cells ? rows.filter((row) => cells.holds(row)) : rows

export async function cellOverview(db: Db, cells: Cells, now: Date, city = cityAggregates(db, currentDays(now))) {
  const { start, lastDay } = monthStart(now)
  const [before, standing] = await Promise.all([cityAccessBefore(db, start, lastDay, now), city])
  return presentOverview(
    sum(inSight(standing, cells)),
    inSight(before, cells).reduce<AccessCounts>(
      (all, row) => ({
        accessed: all.accessed + row.accessed,
        accessing: all.accessing + row.accessing,
        none: all.none + row.none,
      }),
      NOTHING,
    ),
  )
}

export async function districtRanking(
  db: Db,
  cells: Cells | undefined,
  rankType: 0 | 1,
  now: Date,
  city = cityAggregates(db, currentDays(now)),
) {
  const districts = groupBy(inSight(await city, cells), (row) => row.county)
  return rankAreas(
    [...districts].map(([code, rows]) => ({ code, ...sum(rows) })),
    rankType,
  )
}

export async function cellProviders(db: Db, cells: Cells) {
  const served = new Map<number, Served>()
  for (const row of inSight(await cityServed(db), cells))
    served.set(row.id, { ...row, value: row.value + (served.get(row.id)?.value ?? 0) })
  return sharesOf([...served.values()].sort((a, b) => b.value - a.value || a.id - b.id))
}
