import { and, asc, count, desc, eq, ilike, lt, or, type SQL } from 'drizzle-orm'
import { building } from '../building/building.table.ts'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import { listing, type Page } from '../db/prepared.ts'
import { provider, providerActivity } from './provider.table.ts'

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

const providerPage = listing('providers', {
  rows: (db, where) => db.select().from(provider).where(where).orderBy(desc(provider.id)),
  count: (db, where) => db.select({ total: count() }).from(provider).where(where),
})

/** A page of providers, newest first, and how many match. */
export const listProviders = (
  db: Db,
  filter: ProviderFilter,
  page: Page,
): Promise<{ rows: Provider[]; total: number }> => providerPage(db, matching(filter), page)

/** Every matching provider, newest first, read in batches. */
export async function* eachProvider(db: Db, filter: ProviderFilter, batch = 1000): AsyncGenerator<Provider> {
  let after: number | undefined
  for (;;) {
    const rows: Provider[] = await db
      .select()
      .from(provider)
      .where(and(matching(filter), after === undefined ? undefined : lt(provider.id, after)))
      .orderBy(desc(provider.id))
      .limit(batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)?.id
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
  await tx
    .insert(providerActivity)
    .values({ providerId: id, eventName, day, detail: reason === null ? {} : { reason } })
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
