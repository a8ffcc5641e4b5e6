import { and, eq, exists, sql } from 'drizzle-orm'
import type { Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import { provider } from '../provider/provider.table.ts'
import { seesCity, visibleTo } from './building.scope.ts'
import { building } from './building.table.ts'

/** Whether the session sees a provider: it is its own, serves a building in sight, or somebody of the authority above the districts asks. */
export async function seesProvider(db: Db, session: Session, providerId: number): Promise<boolean> {
  const isOwn = session.providerId === providerId
  const serves = exists(
    db
      .select({ one: sql`1` })
      .from(building)
      .where(and(visibleTo(db, session), eq(building.providerId, providerId))),
  )
  return (
    (await db.$count(provider, and(eq(provider.id, providerId), isOwn || seesCity(session) ? undefined : serves))) > 0
  )
}
