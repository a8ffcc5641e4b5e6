import { and, asc, count, desc, eq, ilike, ne, or, sql, type SQL } from 'drizzle-orm'
import { building } from '../schema/building.table.ts'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedPage, type Page } from '../platform/db/prepared.ts'
import { PASSED, provider, providerActivity, REJECTED } from '../schema/provider.table.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { inBatches } from '../platform/db/in-batches.ts'

export type Provider = typeof provider.$inferSelect

/** Six digits; empty: no filter. */
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
  const pattern = likePattern(search)
  return and(
    provinceNo ? eq(provider.provinceNo, provinceNo) : undefined,
    cityNo ? eq(provider.cityNo, cityNo) : undefined,
    county ? eq(provider.county, county) : undefined,
    status === undefined ? undefined : eq(provider.status, status),
    sql`${provider.county} is distinct from ${SELF_TEST_COUNTY}`,
    accessStatus === undefined ? undefined : eq(provider.accessStatus, accessStatus),
    search === ''
      ? undefined
      : or(
          ilike(provider.name, pattern),
          ilike(provider.creditCode, pattern),
          ilike(provider.companyAddress, pattern),
          ilike(provider.legalName, pattern),
          ilike(provider.linkMan, pattern),
        ),
  )
}

const isDecided = sql<boolean>`${provider.status} <> 2`
const NEWEST = [isDecided, desc(provider.createdAt), desc(provider.id)]

const providerPage = preparedPage('providers', {
  rows: (db, where) =>
    db
      .select()
      .from(provider)
      .where(where)
      .orderBy(...NEWEST),
  count: (db, where) => db.select({ total: count() }).from(provider).where(where),
})

export const listProviders = (
  db: Db,
  filter: ProviderFilter,
  page: Page,
): Promise<{ rows: Provider[]; total: number }> => providerPage(db, matching(filter), page)

export const eachProvider = (db: Db, filter: ProviderFilter): AsyncGenerator<Provider> =>
  inBatches<Provider>((after, most) =>
    db
      .select()
      .from(provider)
      .where(
        and(
          matching(filter),
          after &&
            sql`(not ${isDecided}, ${provider.createdAt}, ${provider.id}) < (${after.status === 2}, ${after.createdAt.toISOString()}::timestamptz, ${after.id})`,
        ),
      )
      .orderBy(...NEWEST)
      .limit(most),
  )

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

export function servedBuildings(db: Db, buildings: SQL, providerId: number, most: number) {
  return db
    .select({ name: building.name, accessStatus: building.accessStatus, mustPercent: building.mustPercent })
    .from(building)
    .where(and(buildings, eq(building.providerId, providerId)))
    .orderBy(asc(building.id))
    .limit(most)
}

export async function countServed(db: Db, buildings: SQL, providerId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ code: building.accessStatus, num: count() })
    .from(building)
    .where(and(buildings, eq(building.providerId, providerId)))
    .groupBy(building.accessStatus)
  return new Map(rows.map(({ code, num }) => [code, num]))
}

type Suspension = Pick<Provider, 'suspendedAt' | 'suspendReason'>

export async function lockProvider(tx: Db, id: number): Promise<Provider | undefined> {
  const [row] = await tx.select().from(provider).where(eq(provider.id, id)).for('update')
  return row
}

export async function insertProvider(
  tx: Db,
  { day, ...row }: typeof provider.$inferInsert & { readonly day: string },
): Promise<number | null> {
  // Concurrent requests with the name block here.
  await tx.execute(sql`select pg_advisory_xact_lock(1, hashtext(${row.name}))`)
  const [other] = await tx
    .select({ id: provider.id })
    .from(provider)
    .where(and(eq(provider.name, row.name), ne(provider.status, REJECTED)))
    .limit(1)
  if (other) return null
  const [added] = await tx
    .insert(provider)
    .values({ ...row, status: PASSED })
    .returning({ id: provider.id })
  if (!added) throw new Error('a provider was not added')
  await addActivity(tx, added.id, '由消防救援机构添加', day)
  return added.id
}

export async function setSuspension(tx: Db, id: number, { suspendedAt, suspendReason }: Suspension, day: string) {
  await tx.update(provider).set({ suspendedAt, suspendReason }).where(eq(provider.id, id))
  await addActivity(tx, id, suspendedAt === null ? '恢复接入' : '暂停接入', day, suspendReason)
}

export const setSecret = (
  tx: Db,
  id: number,
  secret: string,
  former: Pick<Provider, 'formerSecret' | 'formerUntil'> = { formerSecret: null, formerUntil: null },
) =>
  tx
    .update(provider)
    .set({ secret, ...former })
    .where(eq(provider.id, id))

export const addActivity = (tx: Db, providerId: number, eventName: string, day: string, reason: string | null = null) =>
  tx.insert(providerActivity).values({ providerId, eventName, day, detail: reason === null ? {} : { reason } })
