import { and, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Session } from '../platform/session.ts'
import { seesCity, buildingScope } from '../registry/building.scope.ts'
import type { Db } from '../platform/db/open-db.ts'
import { alarm } from '../schema/alarm.table.ts'

/** City authorities also see those without a building. */
export function alarmScope(db: Db, session: Session): SQL {
  const unplaced = seesCity(session) ? isNull(alarm.buildingId) : undefined
  return and(isNull(alarm.joinedTo), or(buildingScope(db, session), unplaced)) ?? sql`false`
}
