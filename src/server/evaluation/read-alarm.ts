import type { SQL } from 'drizzle-orm'
import { type AlarmDetail, MOST_ACTS, MOST_CURVES, MOST_OTHERS, MOST_READINGS, MOST_RECORDS } from '#contract/alarm.ts'
import type { Db } from '../platform/db/open-db.ts'
import { findSafetyManager } from '../registry/building-detail.store.ts'
import { curvesOf, earlierAlarms, nextCallOf, othersOf, providerOf } from './alarm-scene.store.ts'
import { actsOf, endsOf, findAlarms, recordsOf, resolveMerged, type Viewer } from './alarm.store.ts'
import {
  presentAct,
  presentAlarm,
  presentCurve,
  presentEarlier,
  presentNextCall,
  presentRecord,
} from './present-alarm.ts'

/** @param withCurves the dearest part */
export async function readAlarm(
  db: Db,
  where: SQL,
  id: number,
  viewer: Viewer,
  withCurves: boolean,
): Promise<AlarmDetail | null> {
  const now = (await resolveMerged(db, [id])).get(id) ?? id
  const [entry] = await findAlarms(db, where, [now])
  if (!entry) return null
  const { buildingId, firstPointId } = entry.alarm
  const at = entry.alarm.occurredAt.getTime()
  const place = buildingId === null ? undefined : { id: now, buildingId, occurredAt: at, floor: entry.floor }
  const contact = place && (await findSafetyManager(db, place.buildingId))
  const provider = place && (await providerOf(db, place.buildingId))
  const nextCall = await nextCallOf(db, now)
  const history =
    firstPointId === null
      ? []
      : await earlierAlarms(db, { id: now, pointId: firstPointId, occurredAt: at }, MOST_OTHERS)
  return {
    ...presentAlarm(entry),
    contactName: contact?.name ?? null,
    contactPhone: contact?.phone ?? null,
    providerName: provider?.name ?? null,
    providerPhone: provider?.phone ?? null,
    nextCall: nextCall ? presentNextCall(nextCall) : null,
    records: (await recordsOf(db, now, MOST_RECORDS)).map(presentRecord),
    acts: (await actsOf(db, now, viewer, MOST_ACTS)).map(presentAct),
    ends: (await endsOf(db, now, viewer, MOST_ACTS)).map(presentAct),
    others: place ? (await othersOf(db, place, MOST_OTHERS)).map(presentRecord) : [],
    history: history.map(presentEarlier),
    curves: place && withCurves ? (await curvesOf(db, place, MOST_CURVES, MOST_READINGS)).map(presentCurve) : [],
  }
}
