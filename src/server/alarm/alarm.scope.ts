import { and, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Session } from '../auth/session.ts'
import { seesCity, visibleTo } from '../building/building.scope.ts'
import type { Db } from '../db/open-db.ts'
import { alarm } from './alarm.table.ts'

/** Alarms a session may see: of its buildings, and for the city's authority those of unknown buildings. */
export function alarmScope(db: Db, session: Session): SQL {
  const unplaced = seesCity(session) ? isNull(alarm.buildingId) : undefined
  return and(isNull(alarm.joinedTo), or(visibleTo(db, session), unplaced)) ?? sql`false`
}
