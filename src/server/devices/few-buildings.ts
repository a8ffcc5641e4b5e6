import type { Session } from '../platform/session.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { building } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'

/** Each building costs one index lookup. */
const FEW = 200

/** Undefined: more than {@link FEW}. */
export async function fewBuildings(db: Db, session: Session): Promise<number[] | undefined> {
  const rows = await db
    .select({ id: building.id })
    .from(building)
    .where(buildingScope(db, session))
    .limit(FEW + 1)
  return rows.length > FEW ? undefined : rows.map(({ id }) => id)
}
