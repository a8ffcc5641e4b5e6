import {
  and,
  between,
  count as counted,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  like,
  not,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { conditioned, listing, type Page } from '../db/prepared.ts'
import { point } from '../point/point.table.ts'
import { account } from '../account/account.table.ts'
import { approval } from '../approval/approval.table.ts'
import { provider } from '../provider/provider.table.ts'
import type { ListedBuilding } from './building.present.ts'
import { building, buildingUnit } from './building.table.ts'

/** The most names a filter offers; whoever looks for another types it. */
const MOST_NAMES = 1000

export interface BuildingFilter {
  readonly search?: string | undefined
  readonly complexName?: string | undefined
  readonly accessStatus?: number | readonly number[] | undefined
  readonly approveStatus?: number | undefined
  readonly providerId?: number | undefined
  /** 1: only those of the register that no unit answers for; 0: all others. */
  readonly preRegistered?: 0 | 1 | undefined
}

/** Text as a pattern that finds it anywhere; what the pattern language would read into it is taken as it stands. */
const anywhere = (said: string) => `%${said.replace(/[\\%_]/g, '\\$&')}%`

/** The buildings in sight that a filter leaves. */
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

/** Whose approval is under way or was refused. */
export const inApproval = isNotNull(building.approveStatus)

const isPreRegistered = sql<boolean>`(${building.registered} and ${building.providerId} is null and not exists (
  select 1 from ${buildingUnit} where ${buildingUnit.buildingId} = ${building.id} and ${buildingUnit.kind} = 'bound'
    and ${buildingUnit.confirmed}))`

const count = (db: Db, where: SQL | undefined) => db.select({ total: counted() }).from(building).where(where)

/** A building's score while it is current; its placeholders take `currentDays`. */
const currentScore = sql<
  number | null
>`case when ${building.scoredOn} between ${sql.placeholder('from')} and ${sql.placeholder('to')} then ${building.latestScore} end`

const buildingPage = (name: string, orderBy: SQL | undefined) =>
  listing(name, {
    rows: (db, where) =>
      db
        .select({ building, providerName: provider.name, score: currentScore, preRegistered: isPreRegistered })
        .from(building)
        .leftJoin(provider, eq(provider.id, building.providerId))
        .where(where)
        .orderBy(...(orderBy ? [orderBy] : []), desc(building.id)),
    count,
  })

const PAGES = {
  newest: buildingPage('buildings', undefined),
  scoreAsc: buildingPage('buildings.score-asc', sql`${currentScore} asc nulls last`),
  scoreDesc: buildingPage('buildings.score-desc', sql`${currentScore} desc nulls last`),
} as const

const pointCounts = conditioned('building-points', (db, where) =>
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

/**
 * A page of buildings, with how many match; points are counted for the page's buildings alone.
 * @param days `currentDays`
 */
export async function listBuildings(
  db: Db,
  where: SQL | undefined,
  page: Page,
  days: { from: string; to: string },
  order: keyof typeof PAGES = 'newest',
): Promise<{ rows: ListedBuilding[]; total: number }> {
  const { rows: found, total } = await PAGES[order](db, where, page, days)
  const ids = found.map((row) => row.building.id)
  const counts = ids.length === 0 ? [] : await pointCounts(db, inArray(point.buildingId, ids))
  const points = new Map(counts.map(({ id, ...of }) => [id, of]))
  const refused = found.filter((row) => row.building.approveStatus === 1).map((row) => row.building.id)
  const refusals = await listRefusals(db, refused)
  const rows = found.map((row) => ({
    ...row.building,
    providerName: row.providerName,
    score: row.score,
    preRegistered: row.preRegistered,
    refusal: refusals.get(row.building.id),
    ...(points.get(row.building.id) ?? { points: 0, online: 0 }),
  }))
  return { rows, total }
}

/** The newest refusal about each of the buildings. */
async function listRefusals(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { approver: string | null; decidedAt: Date | null }>()
  const rows = await db
    .selectDistinctOn([approval.buildingId], {
      id: approval.buildingId,
      approver: account.name,
      decidedAt: approval.decidedAt,
    })
    .from(approval)
    .leftJoin(account, eq(account.id, approval.decidedBy))
    .where(and(inArray(approval.buildingId, [...ids]), eq(approval.status, 2)))
    .orderBy(approval.buildingId, desc(approval.id))
  return new Map(rows.map(({ id, ...refusal }) => [id, refusal]))
}

/** Names and numbers alone, for choosing a building. */
export const listNames = listing('building-names', {
  rows: (db, where) =>
    db.select({ id: building.id, name: building.name }).from(building).where(where).orderBy(desc(building.id)),
  count,
})

/** How many of the buildings have each value of a status column. */
export async function countBy(
  db: Db,
  column: typeof building.accessStatus | typeof building.approveStatus,
  where: SQL | undefined,
): Promise<Map<number | null, number>> {
  const rows = await db.select({ status: column, number: counted() }).from(building).where(where).groupBy(column)
  return new Map(rows.map(({ status, number }) => [status, number]))
}

/** The names of complexes, each once, in order. */
export async function listComplexes(db: Db, where: SQL | undefined): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: building.complexName })
    .from(building)
    .where(where)
    .orderBy(building.complexName)
    .limit(MOST_NAMES)
  return rows.map(({ name }) => name)
}

/**
 * Buildings whose current score lies between the bounds, both included.
 * @param days `currentDays`
 */
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
