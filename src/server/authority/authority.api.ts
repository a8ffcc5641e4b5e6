import { authority } from '#contract/authority.ts'
import type { Session } from '../auth/session.ts'
import { buildingsOfArea } from '../building/building.scope.ts'
import { type Context, implement } from '../implement.ts'
import { type Area, isvRanking, openAuthorityDashboard, streetRanking } from './authority-parts.ts'

/** The special account's way to the device card; null for everybody else. */
function deviceCardOf({ session, deps }: Context<Session>): string | null {
  const { deviceCard } = deps.settings
  return deviceCard !== null && deviceCard.account === session.account ? deviceCard.url : null
}

function areaOf(ctx: Context<Session>, area: Parameters<typeof buildingsOfArea>[2]): Area {
  return {
    db: ctx.db,
    now: ctx.now,
    buildings: buildingsOfArea(ctx.db, ctx.session, area),
    isDistrict: area.countyNo !== '' || ctx.session.county !== null,
    deviceCard: deviceCardOf(ctx),
  }
}

export const authorityApi = implement(authority, {
  isvRanking: async (area, ctx) => isvRanking(areaOf(ctx, area)),
  streetRanking: async (area, ctx) => streetRanking(areaOf(ctx, area)),
  deviceCard: async (_, ctx) => ({ url: deviceCardOf(ctx) }),
  opening: async ({ parts, ...area }, ctx) => openAuthorityDashboard(areaOf(ctx, area), parts),
})
