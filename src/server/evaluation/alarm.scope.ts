import { and, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Session } from '../platform/session.ts'
import { seesCity, buildingScope } from '../registry/building.scope.ts'
import type { Db } from '../platform/db/open-db.ts'
import { alarm } from '../schema/alarm.table.ts'

export const alarmScope = (db: Db, session: Session): SQL =>
  and(isNull(alarm.joinedTo), everyAlarmScope(db, session)) ?? sql`false`

/** City authorities also see those without a building. */
export function everyAlarmScope(db: Db, session: Session): SQL {
  const unplaced = seesCity(session) ? isNull(alarm.buildingId) : undefined
  return or(buildingScope(db, session), unplaced) ?? sql`false`
}
