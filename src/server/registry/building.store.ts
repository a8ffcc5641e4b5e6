import {
  and,
  between,
  count as counted,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere, preparedPage, type Page } from '../platform/db/prepared.ts'
import { point } from '../schema/point.table.ts'
import { account } from '../schema/account.table.ts'
import { approval } from '../schema/approval.table.ts'
import { provider } from '../schema/provider.table.ts'
import { countOpenAlarms, countOpenFaults, currentScore, worstFirst } from './building-condition.store.ts'
import { distance } from './building-place.store.ts'
import type { ListedBuilding } from './building.present.ts'
import { alarm } from '../schema/alarm.table.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { problem } from '../schema/problem.table.ts'

const MOST_NAMES = 1000

export interface BuildingFilter {
  readonly search?: string | undefined
  readonly complexName?: string | undefined
  readonly accessStatus?: number | readonly number[] | undefined
  readonly approveStatus?: number | undefined
  readonly providerId?: number | undefined
  /** 1: registered, without a bound unit. */
  readonly preRegistered?: 0 | 1 | undefined
}

const anywhere = (said: string) => `%${said.replace(/[\\%_]/g, '\\$&')}%`

export function matchingBuildings(visible: SQL, filter: BuildingFilter): SQL | undefined {
  const { search = '', complexName = '', accessStatus, approveStatus, providerId, preRegistered } = filter
  return and(
    visible,
    search === '' ? undefined : like(building.sought, anywhere(search.toLowerCase())),
    complexName === '' ? undefined : ilike(building.complexName, anywhere(complexName)),
    accessStatus === undefined ? undefined : inArray(building.accessStatus, [accessStatus].flat()),
    approveStatus === undefined ? undefined : eq(building.approveStatus, approveStatus),
    providerId === undefined ? undefined : eq(building.providerId, providerId),
    preRegistered === undefined ? undefined : preRegistered === 1 ? isPreRegistered : not(isPreRegistered),
  )
}

export const inApproval = isNotNull(building.approveStatus)

const isPreRegistered = sql<boolean>`(${building.registered} and ${building.providerId} is null and not exists (
  select 1 from ${buildingUnit} where ${buildingUnit.buildingId} = ${building.id} and ${buildingUnit.kind} = 'bound'
    and ${buildingUnit.confirmed}))`

const count = (db: Db, where: SQL | undefined) => db.select({ total: counted() }).from(building).where(where)

const rowsOf = (db: Db) =>
  db
    .select({ building, providerName: provider.name, score: currentScore, preRegistered: isPreRegistered })
    .from(building)
    .leftJoin(provider, eq(provider.id, building.providerId))

const buildingPage = (name: string, orderBy: SQL | undefined) =>
  preparedPage(name, {
    rows: (db, where) =>
      rowsOf(db)
        .where(where)
        .orderBy(...(orderBy ? [orderBy] : []), desc(building.id)),
    count,
  })

const PAGES = {
  newest: buildingPage('buildings', undefined),
  scoreAsc: buildingPage('buildings.score-asc', sql`${currentScore} asc nulls last`),
  scoreDesc: buildingPage('buildings.score-desc', sql`${currentScore} desc nulls last`),
  worst: preparedPage('buildings.worst', {
    rows: (db, where) => {
      const { ranked, faults, offline, orderBy } = worstFirst(db, where)
      return rowsOf(db)
        .innerJoin(ranked, eq(ranked.id, building.id))
        .leftJoinLateral(faults, sql`true`)
        .leftJoinLateral(offline, sql`true`)
        .orderBy(...orderBy, desc(building.id))
    },
    count,
  }),
  nearest: buildingPage(
    'buildings.nearest',
    sql`${distance(sql.placeholder('lng'), sql.placeholder('lat'))} nulls last`,
  ),
} as const

const pointCounts = preparedWhere('building-points', (db, where) =>
  db
    .select({
      id: point.buildingId,
      points: counted(),
      online: sql<number>`(count(*) filter (where ${point.online}))::int`,
    })
    .from(point)
    .where(where)
    .groupBy(point.buildingId),
)

const byId = (rows: readonly { readonly id: number | null; readonly number: number }[]) =>
  new Map(rows.map(({ id, number }) => [id, number]))

/** Counts for the page only. @param values `currentDays`; `nearest` also needs `lng` and `lat` */
export async function listBuildings(
  db: Db,
  where: SQL | undefined,
  page: Page,
  values: { from: string; to: string; lng?: number; lat?: number },
  order: keyof typeof PAGES = 'newest',
): Promise<{ rows: ListedBuilding[]; total: number }> {
  const { rows: found, total } = await PAGES[order](db, where, page, values)
  const ids = found.map((row) => row.building.id)
  const counts = ids.length === 0 ? [] : await pointCounts(db, inArray(point.buildingId, ids))
  const points = new Map(counts.map(({ id, ...of }) => [id, of]))
  const alarms = byId(ids.length === 0 ? [] : await countOpenAlarms(db, inArray(alarm.buildingId, ids)))
  const faults = byId(ids.length === 0 ? [] : await countOpenFaults(db, inArray(problem.buildingId, ids)))
  const applying = found.filter((row) => row.building.approveStatus !== null).map((row) => row.building.id)
  const applications = await listApplications(db, applying)
  const rows = found.map((row) => ({
    ...row.building,
    providerName: row.providerName,
    score: row.score,
    preRegistered: row.preRegistered,
    application: applications.get(row.building.id),
    alarms: alarms.get(row.building.id) ?? 0,
    faults: faults.get(row.building.id) ?? 0,
    ...(points.get(row.building.id) ?? { points: 0, online: 0 }),
  }))
  return { rows, total }
}

interface Application {
  readonly appliedAt: Date
  readonly approver: string | null
  readonly decidedAt: Date | null
}

async function listApplications(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Application>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([approval.buildingId], {
      id: approval.buildingId,
      appliedAt: approval.appliedAt,
      approver: account.name,
      decidedAt: approval.decidedAt,
    })
    .from(approval)
    .leftJoin(account, eq(account.id, approval.decidedBy))
    .where(
      and(
        inArray(approval.buildingId, [...ids]),
        or(eq(approval.status, 2), and(eq(approval.status, 0), isNull(approval.withdrawnAt))),
      ),
    )
    .orderBy(approval.buildingId, desc(approval.id))
  return new Map(rows.map(({ id, ...application }) => [id, application]))
}

export const listBuildingNames = preparedPage('building-names', {
  rows: (db, where) =>
    db.select({ id: building.id, name: building.name }).from(building).where(where).orderBy(desc(building.id)),
  count,
})

export async function countBy(
  db: Db,
  column: typeof building.accessStatus | typeof building.approveStatus,
  where: SQL | undefined,
): Promise<Map<number | null, number>> {
  const rows = await db.select({ status: column, number: counted() }).from(building).where(where).groupBy(column)
  return new Map(rows.map(({ status, number }) => [status, number]))
}

export async function listComplexes(db: Db, where: SQL | undefined): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: building.complexName })
    .from(building)
    .where(where)
    .orderBy(building.complexName)
    .limit(MOST_NAMES)
  return rows.map(({ name }) => name)
}

/** Bounds are inclusive. @param days `currentDays` */
export function scoredBetween(
  { startScore, endScore }: { readonly startScore?: number | undefined; readonly endScore?: number | undefined },
  days: { from: string; to: string },
): SQL | undefined {
  if (startScore === undefined && endScore === undefined) return undefined
  return and(
    between(building.scoredOn, days.from, days.to),
    between(building.latestScore, startScore ?? 0, endScore ?? 100),
  )
}
