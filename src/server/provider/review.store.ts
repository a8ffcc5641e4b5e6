import { and, asc, count, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import { building } from '../building/building.table.ts'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import { listing, type Page } from '../db/prepared.ts'
import { PASSED, provider, providerActivity } from './provider.table.ts'

export type Provider = typeof provider.$inferSelect

/** Six digits each, as the rows write them; what is empty narrows nothing. */
export interface ProviderArea {
  readonly provinceNo: string
  readonly cityNo: string
  readonly county: string
}

export interface ProviderFilter extends Partial<ProviderArea> {
  readonly status?: number | undefined
  readonly accessStatus?: number | undefined
  readonly search?: string
}

function matching({ provinceNo, cityNo, county, status, accessStatus, search = '' }: ProviderFilter): SQL | undefined {
  const pattern = holding(search)
  return and(
    provinceNo ? eq(provider.provinceNo, provinceNo) : undefined,
    cityNo ? eq(provider.cityNo, cityNo) : undefined,
    county ? eq(provider.county, county) : undefined,
    status === undefined ? undefined : eq(provider.status, status),
    accessStatus === undefined ? undefined : eq(provider.accessStatus, accessStatus),
    search === ''
      ? undefined
      : or(
          ilike(provider.name, pattern),
          ilike(provider.companyAddress, pattern),
          ilike(provider.legalName, pattern),
          ilike(provider.linkMan, pattern),
        ),
  )
}

/** Those that wait for their review first (status 2), then the newest. */
const isDecided = sql<boolean>`${provider.status} <> 2`

const providerPage = listing('providers', {
  rows: (db, where) => db.select().from(provider).where(where).orderBy(isDecided, desc(provider.id)),
  count: (db, where) => db.select({ total: count() }).from(provider).where(where),
})

/** A page of providers, those that wait for their review first, then newest first, and how many match. */
export const listProviders = (
  db: Db,
  filter: ProviderFilter,
  page: Page,
): Promise<{ rows: Provider[]; total: number }> => providerPage(db, matching(filter), page)

/** Every matching provider in the order of {@link listProviders}, read in batches. */
export async function* eachProvider(db: Db, filter: ProviderFilter, batch = 1000): AsyncGenerator<Provider> {
  let after: Provider | undefined
  for (;;) {
    const rows: Provider[] = await db
      .select()
      .from(provider)
      .where(
        and(matching(filter), after && sql`(${isDecided}, -${provider.id}) > (${after.status !== 2}, ${-after.id})`),
      )
      .orderBy(isDecided, desc(provider.id))
      .limit(batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)
  }
}

/** How many providers of an area stand at each value of a status. */
export async function countProviders(
  db: Db,
  column: typeof provider.status | typeof provider.accessStatus,
  area: Partial<ProviderArea>,
): Promise<Map<number, number>> {
  const rows = await db.select({ code: column, num: count() }).from(provider).where(matching(area)).groupBy(column)
  return new Map(rows.map(({ code, num }) => [code, num]))
}

export async function findProvider(db: Db, id: number): Promise<Provider | undefined> {
  const [row] = await db.select().from(provider).where(eq(provider.id, id))
  return row
}

/** Decides on a provider that waits for its review; answers whether it still waited. */
export async function decideProvider(
  tx: Db,
  id: number,
  { status, reason, day }: { status: 1 | 3; reason: string | null; day: string },
): Promise<boolean> {
  const decided = await tx
    .update(provider)
    .set({ status, reason })
    .where(and(eq(provider.id, id), eq(provider.status, 2)))
    .returning({ id: provider.id })
  if (decided.length === 0) return false
  const eventName = status === 1 ? '资质审核通过' : '资质审核未通过'
  await addActivity(tx, id, eventName, day, reason)
  return true
}

/** The buildings in sight that a provider serves, for its test report. */
export function servedBuildings(db: Db, buildings: SQL, providerId: number, most: number) {
  return db
    .select({ name: building.name, accessStatus: building.accessStatus, mustPercent: building.mustPercent })
    .from(building)
    .where(and(buildings, eq(building.providerId, providerId)))
    .orderBy(asc(building.id))
    .limit(most)
}

/** How many buildings in sight a provider serves, by access status. */
export async function countServed(db: Db, buildings: SQL, providerId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ code: building.accessStatus, num: count() })
    .from(building)
    .where(and(buildings, eq(building.providerId, providerId)))
    .groupBy(building.accessStatus)
  return new Map(rows.map(({ code, num }) => [code, num]))
}

type Suspension = Pick<Provider, 'suspendedAt' | 'suspendReason'>

/** A provider, locked until the transaction ends. */
export async function lockProvider(tx: Db, id: number): Promise<Provider | undefined> {
  const [row] = await tx.select().from(provider).where(eq(provider.id, id)).for('update')
  return row
}

/**
 * Inserts a provider whose review counts as passed.
 * @returns null where another has that name
 */
export async function insertProvider(
  tx: Db,
  { day, ...row }: typeof provider.$inferInsert & { readonly day: string },
): Promise<number | null> {
  // Two who add the same name at once: the second waits for the first and sees its row.
  await tx.execute(sql`select pg_advisory_xact_lock(1, hashtext(${row.name}))`)
  const [other] = await tx.select({ id: provider.id }).from(provider).where(eq(provider.name, row.name)).limit(1)
  if (other) return null
  const [added] = await tx
    .insert(provider)
    .values({ ...row, status: PASSED })
    .returning({ id: provider.id })
  if (!added) throw new Error('a provider was not added')
  await addActivity(tx, added.id, '由消防机构添加', day)
  return added.id
}

export async function setSuspension(tx: Db, id: number, { suspendedAt, suspendReason }: Suspension, day: string) {
  await tx.update(provider).set({ suspendedAt, suspendReason }).where(eq(provider.id, id))
  await addActivity(tx, id, suspendedAt === null ? '恢复接入' : '暂停接入', day, suspendReason)
}

export const setSecret = (tx: Db, id: number, sealed: string) =>
  tx.update(provider).set({ secret: sealed }).where(eq(provider.id, id))

const addActivity = (tx: Db, providerId: number, eventName: string, day: string, reason: string | null = null) =>
  tx.insert(providerActivity).values({ providerId, eventName, day, detail: reason === null ? {} : { reason } })
