import { limitRate } from '../platform/too-often.ts'
import { place } from '#contract/place.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope } from './building.scope.ts'
import { implement } from '../platform/implement.ts'
import type { Context } from '../platform/implement.ts'
import { findPlace, namePlace } from './gazetteer.ts'

/** The map service is metered. */
const ASKED = { points: 120, windowSec: 60, blockSec: 0 }

async function needTurn({ deps, session, now }: Context<Session>): Promise<void> {
  await limitRate({ deps, now }, `place:${session.accountId}`, ASKED, '查找')
}

/** Null: the gazetteer is used. */
async function byService<T>({ deps }: Context<Session>, ask: () => Promise<T | null> | undefined): Promise<T | null> {
  try {
    return (await ask()) ?? null
  } catch (error) {
    deps.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the map service did not answer')
    return null
  }
}

export const placeApi = implement(place, {
  async find({ address }, ctx) {
    await needTurn(ctx)
    const known = await byService(ctx, () => ctx.deps.maps?.find(address))
    if (known) return { gisX: known[0], gisY: known[1], within: 'exact' }
    return findPlace(ctx.db, buildingScope(ctx.db, ctx.session), address)
  },

  async name({ gisX, gisY }, ctx) {
    await needTurn(ctx)
    const known = await byService(ctx, () => ctx.deps.maps?.name([gisX, gisY]))
    return known ?? namePlace(ctx.db, buildingScope(ctx.db, ctx.session), [gisX, gisY])
  },
})
