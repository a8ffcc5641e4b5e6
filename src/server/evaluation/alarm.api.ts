import { and, eq, isNull } from 'drizzle-orm'
import { alarm as contract, MOST_ACTS, MOST_CURVES, MOST_OTHERS, MOST_READINGS, MOST_RECORDS } from '#contract/alarm.ts'
import { notThere } from '../platform/app-error.ts'
import { findSafetyManager } from '../registry/building-detail.store.ts'
import { scopedByArea } from '../registry/building.scope.ts'
import { findBuilding } from '../registry/find-building.ts'
import { implement } from '../platform/implement.ts'
import { actOnAlarms } from './act-on-alarms.ts'
import { alarmScope } from './alarm.scope.ts'
import { actsOf, findAlarms, resolveMerged, listAlarms, recordsOf } from './alarm.store.ts'
import { alarm } from '../schema/alarm.table.ts'
import { curvesOf, earlierAlarms, nextCallOf, othersOf, providerOf } from './alarm-scene.store.ts'
import {
  presentAct,
  presentAlarm,
  presentCurve,
  presentEarlier,
  presentNextCall,
  presentRecord,
} from './present-alarm.ts'

export const alarmApi = implement(contract, {
  async list({ buildingId, open, verdict, currentPage, pageSize, ...area }, { db, session }) {
    if (buildingId !== undefined) await findBuilding(db, session, buildingId)
    const isArea = area.provinceNo !== '' || area.cityNo !== '' || area.countyNo !== '' || area.buildType !== 0
    const where = and(
      alarmScope(db, session),
      isArea ? scopedByArea(db, session, area) : undefined,
      buildingId === undefined ? undefined : eq(alarm.buildingId, buildingId),
      verdict === undefined ? undefined : verdict === 0 ? isNull(alarm.verdict) : eq(alarm.verdict, verdict),
    )
    const { rows, total } = await listAlarms(db, where, open, { currentPage, pageSize })
    return { list: rows.map(presentAlarm), total }
  },

  async one({ id }, { db, session }) {
    const now = (await resolveMerged(db, [id])).get(id) ?? id
    const [entry] = await findAlarms(db, alarmScope(db, session), [now])
    if (!entry) throw notThere()
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
      acts: (await actsOf(db, now, session.accountId, MOST_ACTS)).map(presentAct),
      others: place ? (await othersOf(db, place, MOST_OTHERS)).map(presentRecord) : [],
      history: history.map(presentEarlier),
      curves: place ? (await curvesOf(db, place, MOST_CURVES, MOST_READINGS)).map(presentCurve) : [],
    }
  },

  ack: (input, ctx) => actOnAlarms(ctx, { ...input, act: 'ack' }),

  verdict: (input, ctx) => actOnAlarms(ctx, { ...input, act: 'verdict' }),

  undo: ({ act, ...input }, ctx) => actOnAlarms(ctx, { ...input, act: 'undo', of: act }),
})
