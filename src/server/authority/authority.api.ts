import { authority } from '#contract/authority.ts'
import { shanghaiDay } from '#contract/time.ts'
import { notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { type AreaNarrowing, buildingsOfArea, cellsOfArea } from '../building/building.scope.ts'
import { providerShares } from '../dashboard/access-figures.ts'
import { cellProviders } from '../dashboard/city-figures.ts'
import { shareRead } from '../db/share-read.ts'
import { type Context, implement } from '../implement.ts'
import { type Area, openAuthorityDashboard, presentProviders, streetRanking } from './authority-parts.ts'

/** The special account's way to the device card; null for everybody else. */
function deviceCardOf({ session, deps }: Context<Session>): string | null {
  const { deviceCard } = deps.settings
  return deviceCard !== null && deviceCard.account === session.account ? deviceCard.url : null
}

/** @throws AppError 404 for whoever is not of the authority */
function areaOf(ctx: Context<Session>, area: AreaNarrowing): Area {
  const cells = cellsOfArea(ctx.session, area)
  if (!cells) throw notThere()
  return {
    db: ctx.db,
    now: ctx.now,
    buildings: buildingsOfArea(ctx.db, ctx.session, area),
    cells,
    isDistrict: area.countyNo !== '' || ctx.session.county !== null,
    deviceCard: deviceCardOf(ctx),
  }
}

export const authorityApi = implement(authority, {
  async isvRanking(area, { db, session }) {
    const cells = cellsOfArea(session, area)
    const shares = cells ? cellProviders(db, cells) : providerShares(db, buildingsOfArea(db, session, area))
    return presentProviders(await shares)
  },
  streetRanking: async (area, ctx) => streetRanking(areaOf(ctx, area)),
  deviceCard: async (_, ctx) => ({ url: deviceCardOf(ctx) }),
  async opening({ parts, ...area }, ctx) {
    const of = areaOf(ctx, area)
    const key = `opening ${of.cells.key} ${of.isDistrict} ${of.deviceCard} ${shanghaiDay(of.now)} ${parts.join()}`
    return shareRead(of.db, key, () => openAuthorityDashboard(of, parts))
  },
})
