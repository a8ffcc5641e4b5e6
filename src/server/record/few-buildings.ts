import type { Session } from '../auth/session.ts'
import { visibleTo } from '../building/building.scope.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'

/** So many buildings at most are walked together: one look into an index each. */
const FEW = 200

/** The buildings in sight where they are few, else undefined. */
export async function fewBuildings(db: Db, session: Session): Promise<number[] | undefined> {
  const rows = await db
    .select({ id: building.id })
    .from(building)
    .where(visibleTo(db, session))
    .limit(FEW + 1)
  return rows.length > FEW ? undefined : rows.map(({ id }) => id)
}
