import { asc, eq } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { provider } from '../schema/provider.table.ts'

export function listProviderNames(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: provider.id, name: provider.name })
    .from(provider)
    .where(eq(provider.status, 1))
    .orderBy(asc(provider.id))
}
