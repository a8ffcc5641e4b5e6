import { asc, eq } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { provider } from './provider.table.ts'

/** The providers that passed their review, in the order they came. */
export function listProviderNames(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: provider.id, name: provider.name })
    .from(provider)
    .where(eq(provider.status, 1))
    .orderBy(asc(provider.id))
}
