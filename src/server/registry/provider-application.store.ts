import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { PENDING, provider, REJECTED } from '../schema/provider.table.ts'
import { addActivity, type Provider } from './provider-review.store.ts'

type Applicant = Pick<Provider, 'name' | 'creditCode' | 'linkManPhone'>
type NewApplication = Omit<typeof provider.$inferInsert, 'creditCode' | 'linkManPhone'> & {
  readonly creditCode: string
  readonly linkManPhone: string
}

export type Clash = 'creditCode' | 'waiting' | 'name'

async function clashOf(db: Db, { name, creditCode, linkManPhone }: Applicant): Promise<Clash | Provider | null> {
  const [same] = await db
    .select()
    .from(provider)
    .where(eq(provider.creditCode, creditCode ?? ''))
  if (same && same.status !== REJECTED) return same.status === PENDING ? 'waiting' : 'creditCode'
  const named = await db.select().from(provider).where(eq(provider.name, name)).orderBy(desc(provider.id))
  if (named.some(({ status }) => status !== REJECTED)) return 'name'
  return same ?? named.find((row) => row.linkManPhone === linkManPhone) ?? null
}

export async function findClash(db: Db, applicant: Applicant): Promise<Clash | null> {
  const found = await clashOf(db, applicant)
  return typeof found === 'string' ? found : null
}

/** @returns also the key of a replaced application's file */
export async function saveApplication(
  tx: Db,
  { day, ...row }: NewApplication & { readonly day: string },
): Promise<Clash | { readonly id: number; readonly formerKey: string | null }> {
  for (const one of [row.creditCode, row.name].toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(1, hashtext(${one}))`)
  const found = await clashOf(tx, row)
  if (typeof found === 'string') return found
  const values = { ...row, status: PENDING, reason: null }
  const { appKey: _appKey, secret: _secret, ...again } = values
  const [saved] = found
    ? await tx.update(provider).set(again).where(eq(provider.id, found.id)).returning({ id: provider.id })
    : await tx.insert(provider).values(values).returning({ id: provider.id })
  if (!saved) throw new Error('an application was not saved')
  await addActivity(tx, saved.id, found ? '重新提交申请' : '提交申请', day)
  return { id: saved.id, formerKey: found?.licenseKey ?? null }
}

const MOST = 20

export async function applicationsBy(db: Db, phone: string) {
  return db
    .select({
      name: provider.name,
      creditCode: sql<string>`${provider.creditCode}`,
      status: provider.status,
      reason: provider.reason,
      createdAt: provider.createdAt,
      account: sql<string | null>`(select min(a.account) from account a where a.provider_id = "provider"."id")`,
    })
    .from(provider)
    .where(and(eq(provider.linkManPhone, phone), isNotNull(provider.creditCode)))
    .orderBy(desc(provider.createdAt), desc(provider.id))
    .limit(MOST)
}
