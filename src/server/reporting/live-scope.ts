import { may } from '#contract/access.ts'
import { approval } from '#contract/approval.ts'
import { type AlarmRow, alarm } from '#contract/alarm.ts'
import type { LiveChange, LiveFigures } from '#contract/live.ts'
import type { Change } from '../platform/change-feed.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Session } from '../platform/session.ts'
import { seesBuilding } from '../registry/building.scope.ts'
import { sql } from 'drizzle-orm'
import { findAlarms } from '../evaluation/alarm.store.ts'
import { presentAlarm } from '../evaluation/present-alarm.ts'
import { alarm as alarmTable } from '../schema/alarm.table.ts'

export type AlarmRows = ReadonlyMap<number, AlarmRow>

/** Rows of the alarms among the changes; merged alarms have none. */
export async function alarmRowsOf(db: Db, changes: readonly Change[]): Promise<AlarmRows> {
  const ids = [...new Set(changes.flatMap(({ alarmId }) => alarmId ?? []))]
  if (ids.length === 0) return new Map()
  const entries = await findAlarms(db, sql`${alarmTable.joinedTo} is null`, ids)
  return new Map(entries.map((entry) => [entry.alarm.id, presentAlarm(entry)]))
}

const isAuthority = ({ actor }: Session) => actor.role === 'government'

/** The rule of the lists. */
export function concerns(session: Session, change: Change, bound: ReadonlySet<number> | undefined): boolean {
  const { kind, unitId, data } = change
  switch (kind) {
    case 'message':
      return (
        (data?.accounts?.includes(session.accountId) ?? false) || (data?.roles?.includes(session.actor.role) ?? false)
      )
    case 'alarm':
      return may(alarm.list.access, session.actor) && seesBuilding(session, change, bound)
    case 'building':
      return change.buildingId !== null && seesBuilding(session, change, bound)
    default:
      return (
        changesScopeOf(session, unitId, data?.providerId) ||
        (change.buildingId === null
          ? kind === 'approval' && may(approval.pending.access, session.actor)
          : seesBuilding(session, change, bound))
      )
  }
}

export const changesScopeOf = (session: Session, unitId: number | null, providerId: number | undefined): boolean =>
  (unitId !== null && unitId === session.unitId) || (providerId !== undefined && providerId === session.providerId)

/** A city's screens get figures by district. */
export const isFigure = (session: Session, { kind }: Change): boolean => kind === 'building' && isAuthority(session)

export function presentChange({ kind, buildingId, county, alarmId, version }: Change, rows: AlarmRows): LiveChange {
  const row = alarmId === null ? null : (rows.get(alarmId) ?? null)
  return {
    kind,
    buildingId: buildingId === null ? null : String(buildingId),
    county,
    alarmId: alarmId === null ? null : String(alarmId),
    version: row?.version ?? version,
    row,
  }
}

const MOST_NAMED = 20

export function addFigure(figures: Map<string, Set<number> | null>, { buildingId, county }: Change): void {
  if (county === null || buildingId === null) return
  const known = figures.get(county)
  if (known === null) return
  const ids = known ?? new Set<number>()
  ids.add(buildingId)
  figures.set(county, ids.size > MOST_NAMED ? null : ids)
}

export const presentFigures = (figures: ReadonlyMap<string, Set<number> | null>): LiveFigures[] =>
  [...figures].map(([county, ids]) => ({
    county,
    buildingIds: ids && [...ids].map(String),
  }))
