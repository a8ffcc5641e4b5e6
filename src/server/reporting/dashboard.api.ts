import { eq, type SQL } from 'drizzle-orm'
import { may } from '#contract/access.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Session } from '../platform/session.ts'
import {
  type AreaNarrowing,
  scopedByArea,
  scopedBuildings,
  scopedInArea,
  countedBuildings,
  inRegister,
  type Narrowing,
  areaBuckets,
} from '../registry/building.scope.ts'
import { contactlessOrgans } from '../identity/organ.store.ts'
import { currentDays } from '../evaluation/current-days.ts'
import { cityOf } from '../evaluation/score-reads.ts'
import { placeName } from '../registry/place-name.ts'
import { type Context, implement } from '../platform/implement.ts'
import {
  accessOverview,
  buildingAccess,
  cellDevices,
  deviceFigures,
  providerShares,
  tenantTypes,
} from './access-figures.ts'
import { countAccess } from './access.store.ts'
import { dutyContact } from '../schema/duty-contact.table.ts'
import { dutyFigures } from './duty-figures.ts'
import { pointDrillDown, tenantDrillDown } from './drill-down.ts'
import { exportDrillDown } from './export-drill-down.ts'
import { cellOverview, districtRanking } from './city-figures.ts'
import { fireAlarmCounts, hydrantCounts, sprinklerCounts } from './equipment-counts.ts'
import { type EquipmentKind, FIRE_ALARM, HYDRANT, SPRINKLER } from './equipment-kinds.store.ts'
import { presentEquipment } from './present-equipment.ts'
import { countPoints, type EquipmentState, listEquipment } from './equipment.store.ts'
import { exportEquipment } from './export-equipment.ts'

interface ListInput extends Narrowing, AreaNarrowing {
  readonly status?: EquipmentState | undefined
  readonly exportStatus: 0 | 1
  readonly currentPage: number
  readonly pageSize: number
}

async function equipment(ctx: Context<Session>, kind: EquipmentKind, input: ListInput) {
  const where = await scopedInArea(ctx.db, ctx.session, input)
  if (input.exportStatus === 1)
    return exportEquipment(ctx, where, kind, { status: input.status, place: await placeName(ctx.db, input) })
  const { rows, total } = await listEquipment(ctx.db, where, kind, input)
  return { list: rows.map(presentEquipment), total }
}

/** @param of what narrows the buildings */
const accessOf = ({ db, memo }: Context<Session>, of: unknown, buildings: SQL) =>
  memo('access', of, () => countAccess(db, buildings))

export const dashboardApi = implement(dashboard, {
  async devices(input, { db, session, memo }) {
    const buildings = await scopedInArea(db, session, input)
    const whole = input.lawCompanyId === undefined && input.buildingId === undefined
    const cells = whole ? areaBuckets(session, input) : undefined
    return cells ? cellDevices(db, cells) : deviceFigures(await memo('points', input, () => countPoints(db, buildings)))
  },
  async fireAlarm(input, { db, session, memo }) {
    const buildings = await scopedInArea(db, session, input)
    return fireAlarmCounts(await memo('points', input, () => countPoints(db, buildings)))
  },
  sprinkler: async ({ type, ...of }, { db, session }) =>
    sprinklerCounts(db, await scopedBuildings(db, session, of), type),
  hydrant: async ({ type, ...of }, { db, session }) => hydrantCounts(db, await scopedBuildings(db, session, of), type),

  fireAlarmList: (input, ctx) => equipment(ctx, FIRE_ALARM, input),
  hydrantList: ({ type, ...input }, ctx) => equipment(ctx, HYDRANT[type], input),
  sprinklerList: ({ type, ...input }, ctx) => equipment(ctx, SPRINKLER[type], input),

  async duty(area, { db, session, now }) {
    const buildings = scopedByArea(db, session, area)
    const isContactless =
      session.organId !== null &&
      may('desk', session.actor) &&
      (await db.$count(dutyContact, eq(dutyContact.organId, session.organId))) === 0
    const { contactless, ...figures } = await dutyFigures(db, buildings, inRegister(session), currentDays(now))
    const organs = may('gov2', session.actor) ? (await contactlessOrgans(db)).length : 0
    return { ...figures, isContactless, contactless: { organs, buildings: contactless } }
  },

  async buildingAccess({ lawCompanyId }, ctx) {
    const buildings = await countedBuildings(ctx.db, ctx.session, { lawCompanyId })
    return buildingAccess(
      await accessOf(ctx, lawCompanyId === ctx.session.unitId ? undefined : lawCompanyId, buildings),
    )
  },
  unitTypes: async (input, { db, session }) => tenantTypes(db, await countedBuildings(db, session, input)),
  providers: async (input, { db, session }) => providerShares(db, await countedBuildings(db, session, input)),

  async accessOverview(area, ctx) {
    const { db, session, now } = ctx
    const cells = areaBuckets(session, area)
    if (cells) return cellOverview(db, cells, now, cityOf(ctx))
    const buildings = scopedByArea(db, session, area)
    const isWhole = area.countyNo === '' && area.buildType === 0
    return accessOverview(db, buildings, now, accessOf(ctx, isWhole ? undefined : area, buildings))
  },

  // District shares of the city, without units or buildings.
  areaRanking: async ({ rankType, ...area }, ctx) =>
    districtRanking(ctx.db, areaBuckets(ctx.session, area), rankType, ctx.now, cityOf(ctx)),

  async points(input, ctx) {
    const where = await scopedInArea(ctx.db, ctx.session, input)
    return input.exportStatus === 1
      ? exportDrillDown(ctx, where, input, await placeName(ctx.db, input))
      : pointDrillDown(ctx.db, where, input)
  },
  settled: async ({ lawCompanyId, ...page }, { db, session }) =>
    tenantDrillDown(db, await scopedBuildings(db, session, { lawCompanyId }), page),
})
