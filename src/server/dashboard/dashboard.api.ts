import { sql } from 'drizzle-orm'
import { dashboard } from '#contract/dashboard.ts'
import type { Session } from '../auth/session.ts'
import { buildingsOfArea, chosenBuildings, chosenInArea, type Narrowing } from '../building/building.scope.ts'
import { type Context, implement } from '../implement.ts'
import { currentDays } from '../score/score-trend.ts'
import {
  accessOverview,
  areaRanking,
  buildingAccess,
  deviceFigures,
  providerShares,
  settledTypes,
} from './access-figures.ts'
import { fireAlarmCounts, hydrantCounts, sprinklerCounts } from './equipment-counts.ts'
import { type EquipmentKind, FIRE_ALARM, HYDRANT, SPRINKLER } from './equipment-kinds.store.ts'
import { presentEquipment } from './present-equipment.ts'
import { type EquipmentState, listEquipment } from './equipment.store.ts'
import { exportEquipment } from './export-equipment.ts'
import { openDashboard } from './opening.ts'

// The ranking names districts and their shares, no unit and no building: whoever has buildings compares with the city.
const WHOLE_CITY = sql`true`

type Area = Parameters<typeof buildingsOfArea>[2]

interface ListInput extends Narrowing, Area {
  readonly status?: EquipmentState | undefined
  readonly exportStatus: 0 | 1
  readonly currentPage: number
  readonly pageSize: number
}

async function equipment(ctx: Context<Session>, kind: EquipmentKind, input: ListInput) {
  const where = await chosenInArea(ctx.db, ctx.session, input)
  if (input.exportStatus === 1) return exportEquipment(ctx, where, kind, input.status)
  const { rows, total } = await listEquipment(ctx.db, where, kind, input)
  return { list: rows.map(presentEquipment), total }
}

export const dashboardApi = implement(dashboard, {
  devices: async (input, { db, session }) => deviceFigures(db, await chosenInArea(db, session, input)),
  fireAlarm: async (input, { db, session }) => fireAlarmCounts(db, await chosenInArea(db, session, input)),
  sprinkler: async ({ type, ...of }, { db, session }) =>
    sprinklerCounts(db, await chosenBuildings(db, session, of), type),
  hydrant: async ({ type, ...of }, { db, session }) => hydrantCounts(db, await chosenBuildings(db, session, of), type),

  fireAlarmList: (input, ctx) => equipment(ctx, FIRE_ALARM, input),
  hydrantList: ({ type, ...input }, ctx) => equipment(ctx, HYDRANT[type], input),
  sprinklerList: ({ type, ...input }, ctx) => equipment(ctx, SPRINKLER[type], input),

  buildingAccess: async (input, { db, session }) => buildingAccess(db, await chosenBuildings(db, session, input)),
  unitTypes: async (input, { db, session }) => settledTypes(db, await chosenBuildings(db, session, input)),
  providers: async (input, { db, session }) => providerShares(db, await chosenBuildings(db, session, input)),

  accessOverview: async (area, { db, session, now }) => accessOverview(db, buildingsOfArea(db, session, area), now),

  async areaRanking({ rankType, ...area }, { db, session, now }) {
    const { from, to } = currentDays(now)
    const seen = buildingsOfArea(db, session, area)
    return areaRanking(db, session.actor.role === 'government' ? seen : WHOLE_CITY, rankType, from, to)
  },

  async opening({ parts, ...of }, { db, session, now }) {
    const chosen = await chosenBuildings(db, session, of)
    const own = await chosenBuildings(db, session, { lawCompanyId: of.lawCompanyId })
    return openDashboard({ db, now, chosen, own, ranked: WHOLE_CITY }, parts)
  },
})
