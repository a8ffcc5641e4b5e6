import { and, eq, exists, sql } from 'drizzle-orm'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { provider } from '../schema/provider.table.ts'
import { seesCity, buildingScope } from './building.scope.ts'
import { building } from '../schema/building.table.ts'

export async function seesProvider(db: Db, session: Session, providerId: number): Promise<boolean> {
  const isOwn = session.providerId === providerId
  const serves = exists(
    db
      .select({ one: sql`1` })
      .from(building)
      .where(and(buildingScope(db, session), eq(building.providerId, providerId))),
  )
  return (
    (await db.$count(provider, and(eq(provider.id, providerId), isOwn || seesCity(session) ? undefined : serves))) > 0
  )
}
