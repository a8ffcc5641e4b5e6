import { and, eq } from 'drizzle-orm'
import { alarm as contract, MOST_ACTS, MOST_RECORDS } from '#contract/alarm.ts'
import { notThere } from '../app-error.ts'
import { findSafetyManager } from '../building/building-detail.store.ts'
import { buildingsOfArea } from '../building/building.scope.ts'
import { findBuilding } from '../building/find-building.ts'
import { implement } from '../implement.ts'
import { actOnAlarms } from './act-on-alarms.ts'
import { alarmScope } from './alarm.scope.ts'
import { actsOf, findAlarms, followMerges, listAlarms, recordsOf } from './alarm.store.ts'
import { alarm } from './alarm.table.ts'
import { presentAct, presentAlarm, presentRecord } from './present-alarm.ts'

export const alarmApi = implement(contract, {
  async list({ buildingId, open, currentPage, pageSize, ...area }, { db, session }) {
    if (buildingId !== undefined) await findBuilding(db, session, buildingId)
    const isArea = area.provinceNo !== '' || area.cityNo !== '' || area.countyNo !== '' || area.buildType !== 0
    const where = and(
      alarmScope(db, session),
      isArea ? buildingsOfArea(db, session, area) : undefined,
      buildingId === undefined ? undefined : eq(alarm.buildingId, buildingId),
    )
    const { rows, total } = await listAlarms(db, where, open, { currentPage, pageSize })
    return { list: rows.map(presentAlarm), total }
  },

  async one({ id }, { db, session }) {
    const now = (await followMerges(db, [id])).get(id) ?? id
    const [entry] = await findAlarms(db, alarmScope(db, session), [now])
    if (!entry) throw notThere()
    const { buildingId } = entry.alarm
    const contact = buildingId === null ? undefined : await findSafetyManager(db, buildingId)
    return {
      ...presentAlarm(entry),
      contactName: contact?.name ?? null,
      contactPhone: contact?.phone ?? null,
      records: (await recordsOf(db, now, MOST_RECORDS)).map(presentRecord),
      acts: (await actsOf(db, now, session.accountId, MOST_ACTS)).map(presentAct),
    }
  },

  ack: (input, ctx) => actOnAlarms(ctx, { ...input, act: 'ack' }),

  verdict: (input, ctx) => actOnAlarms(ctx, { ...input, act: 'verdict' }),

  undo: ({ act, ...input }, ctx) => actOnAlarms(ctx, { ...input, act: 'undo', of: act }),
})
