import { and, eq, isNull } from 'drizzle-orm'
import { alarm as contract } from '#contract/alarm.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import { searchWords } from '../platform/db/like-pattern.ts'
import { scopedInArea } from '../registry/building.scope.ts'
import { findBuilding } from '../registry/find-building.ts'
import { implement } from '../platform/implement.ts'
import { actOnAlarms } from './act-on-alarms.ts'
import { alarmScope } from './alarm.scope.ts'
import { alarmNamed, listAlarms } from './alarm.store.ts'
import { alarm } from '../schema/alarm.table.ts'
import { presentAlarm } from './present-alarm.ts'
import { readAlarm } from './read-alarm.ts'

const OPEN_ONLY = '按关键词仅可查找未结束的火警'

export const alarmApi = implement(contract, {
  async list(
    { buildingId, lawCompanyId, open, verdict, search, currentPage, pageSize, ...area },
    { db, session, now },
  ) {
    if (search !== '' && open !== 1) throw new AppError(400, OPEN_ONLY, { search: OPEN_ONLY })
    if (buildingId !== undefined) await findBuilding(db, session, buildingId)
    const isArea = area.provinceNo !== '' || area.cityNo !== '' || area.countyNo !== '' || area.buildType !== 0
    const isNarrowed = isArea || lawCompanyId !== undefined
    const where = and(
      alarmScope(db, session),
      isNarrowed ? await scopedInArea(db, session, { ...area, lawCompanyId }) : undefined,
      alarmNamed(searchWords(search)),
      buildingId === undefined ? undefined : eq(alarm.buildingId, buildingId),
      verdict === undefined ? undefined : verdict === 0 ? isNull(alarm.verdict) : eq(alarm.verdict, verdict),
    )
    const { rows, total } = await listAlarms(db, where, open, { currentPage, pageSize }, now)
    return { list: rows.map(presentAlarm), total }
  },

  async one({ id }, { db, session }) {
    const viewer = {
      accountId: session.accountId,
      unitId: session.unitId,
      isAuthority: session.actor.role === 'government',
    }
    const found = await readAlarm(db, alarmScope(db, session), id, viewer, true)
    if (!found) throw notThere()
    return found
  },

  ack: (input, ctx) => actOnAlarms(ctx, { ...input, act: 'ack' }),

  verdict: (input, ctx) => actOnAlarms(ctx, { ...input, act: 'verdict' }),

  undo: ({ act, ...input }, ctx) => actOnAlarms(ctx, { ...input, act: 'undo', of: act }),

  end: (input, ctx) => actOnAlarms(ctx, { ...input, act: 'end' }),
})
