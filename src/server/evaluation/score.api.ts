import { score } from '#contract/score.ts'
import { scopedByArea, scopedBuildings, areaBuckets, countedBuildings } from '../registry/building.scope.ts'
import { implement } from '../platform/implement.ts'
import { listItems } from './list-items.ts'
import { scoreChecks } from './score-checks.ts'
import { scoreParts } from './score-parts.ts'
import { scoreRate } from './score-rate.ts'
import { currentDays } from './current-days.ts'
import { scoreTrend } from './score-trend.ts'
import { cityOf, scoreReadsOf } from './score-reads.ts'
import { latestMean } from './score-mean.store.ts'

export const scoreApi = implement(score, {
  async current(input, { db, session, now }) {
    const { from, to } = currentDays(now)
    return { score: await latestMean(db, await countedBuildings(db, session, input), from, to) }
  },

  async trend({ days, ...of }, ctx) {
    const buildings = await countedBuildings(ctx.db, ctx.session, of)
    return scoreTrend(ctx.db, { buildings }, days, ctx.now, scoreReadsOf(ctx, of, buildings))
  },

  async buildingTrend({ days, buildingId }, { db, session, now }) {
    return scoreTrend(db, { buildings: await scopedBuildings(db, session, { buildingId }) }, days, now)
  },

  async rate(of, ctx) {
    const buildings = await countedBuildings(ctx.db, ctx.session, of)
    return scoreRate(ctx.db, buildings, ctx.now, scoreReadsOf(ctx, of, buildings))
  },

  parts: async (input, { db, session, now }) => scoreParts(db, await countedBuildings(db, session, input), now),

  items: async (input, { db, session, now }) => listItems(db, await scopedBuildings(db, session, input), input, now),

  async checks({ buildingId, state }, { db, session, now }) {
    await scopedBuildings(db, session, { buildingId })
    return scoreChecks(db, buildingId, state, currentDays(now))
  },

  async overview({ days, ...area }, ctx) {
    const { db, session, now } = ctx
    const of = { buildings: scopedByArea(db, session, area), cells: areaBuckets(session, area) }
    return scoreTrend(db, of, days, now, { standing: () => cityOf(ctx) })
  },
})
