import { dashboard } from '#contract/dashboard.ts'
import type { Session } from '../auth/session.ts'
import {
  type AreaNarrowing,
  buildingsOfArea,
  chosenBuildings,
  chosenInArea,
  countedBuildings,
  type Narrowing,
  cellsOfArea,
} from '../building/building.scope.ts'
import { placeName } from '../building/place-name.ts'
import { type Context, implement } from '../implement.ts'
import {
  accessOverview,
  buildingAccess,
  cellDevices,
  deviceFigures,
  providerShares,
  settledTypes,
} from './access-figures.ts'
import { countAccess } from './access.store.ts'
import { pointsBehind, settledBehind } from './behind.ts'
import { exportPointsBehind } from './export-points-behind.ts'
import { cellOverview, districtRanking } from './city-figures.ts'
import { fireAlarmCounts, hydrantCounts, sprinklerCounts } from './equipment-counts.ts'
import { type EquipmentKind, FIRE_ALARM, HYDRANT, SPRINKLER } from './equipment-kinds.store.ts'
import { presentEquipment } from './present-equipment.ts'
import { countPoints, type EquipmentState, listEquipment } from './equipment.store.ts'
import { exportEquipment } from './export-equipment.ts'
import { openDashboard } from './opening.ts'

interface ListInput extends Narrowing, AreaNarrowing {
  readonly status?: EquipmentState | undefined
  readonly exportStatus: 0 | 1
  readonly currentPage: number
  readonly pageSize: number
}

async function equipment(ctx: Context<Session>, kind: EquipmentKind, input: ListInput) {
  const where = await chosenInArea(ctx.db, ctx.session, input)
  if (input.exportStatus === 1)
    return exportEquipment(ctx, where, kind, { status: input.status, place: await placeName(ctx.db, input) })
  const { rows, total } = await listEquipment(ctx.db, where, kind, input)
  return { list: rows.map(presentEquipment), total }
}

export const dashboardApi = implement(dashboard, {
  async devices(input, { db, session }) {
    const buildings = await chosenInArea(db, session, input)
    const whole = input.lawCompanyId === undefined && input.buildingId === undefined
    const cells = whole ? cellsOfArea(session, input) : undefined
    return cells ? cellDevices(db, cells) : deviceFigures(await countPoints(db, buildings))
  },
  fireAlarm: async (input, { db, session }) =>
    fireAlarmCounts(await countPoints(db, await chosenInArea(db, session, input))),
  sprinkler: async ({ type, ...of }, { db, session }) =>
    sprinklerCounts(db, await chosenBuildings(db, session, of), type),
  hydrant: async ({ type, ...of }, { db, session }) => hydrantCounts(db, await chosenBuildings(db, session, of), type),

  fireAlarmList: (input, ctx) => equipment(ctx, FIRE_ALARM, input),
  hydrantList: ({ type, ...input }, ctx) => equipment(ctx, HYDRANT[type], input),
  sprinklerList: ({ type, ...input }, ctx) => equipment(ctx, SPRINKLER[type], input),

  buildingAccess: async (input, { db, session }) =>
    buildingAccess(await countAccess(db, await countedBuildings(db, session, input))),
  unitTypes: async (input, { db, session }) => settledTypes(db, await countedBuildings(db, session, input)),
  providers: async (input, { db, session }) => providerShares(db, await countedBuildings(db, session, input)),

  async accessOverview(area, { db, session, now }) {
    const cells = cellsOfArea(session, area)
    return cells ? cellOverview(db, cells, now) : accessOverview(db, buildingsOfArea(db, session, area), now)
  },

  // For a unit the whole city: the ranking names districts and their shares, no unit and no building.
  areaRanking: async ({ rankType, ...area }, { db, session, now }) =>
    districtRanking(db, cellsOfArea(session, area), rankType, now),

  async points(input, ctx) {
    const where = await chosenInArea(ctx.db, ctx.session, input)
    return input.exportStatus === 1
      ? exportPointsBehind(ctx, where, input, await placeName(ctx.db, input))
      : pointsBehind(ctx.db, where, input)
  },
  settled: async ({ lawCompanyId, ...page }, { db, session }) =>
    settledBehind(db, await chosenBuildings(db, session, { lawCompanyId }), page),

  async opening({ parts, ...of }, { db, session, now }) {
    const chosen = await chosenBuildings(db, session, of)
    const own =
      of.buildingId === undefined ? chosen : await chosenBuildings(db, session, { lawCompanyId: of.lawCompanyId })
    return openDashboard({ db, now, chosen, own }, parts)
  },
})
