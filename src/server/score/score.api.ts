import { score } from '#contract/score.ts'
import { buildingsOfArea, chosenBuildings, cellsOfArea, countedBuildings } from '../building/building.scope.ts'
import { implement } from '../implement.ts'
import { listItems } from './list-items.ts'
import { scoreChecks } from './score-checks.ts'
import { scoreParts } from './score-parts.ts'
import { scoreRate } from './score-rate.ts'
import { currentDays } from './current-days.ts'
import { scoreTrend } from './score-trend.ts'
import { latestMean } from './score.store.ts'

export const scoreApi = implement(score, {
  async current(input, { db, session, now }) {
    const { from, to } = currentDays(now)
    return { score: await latestMean(db, await countedBuildings(db, session, input), from, to) }
  },

  trend: async ({ days, ...narrowing }, { db, session, now }) =>
    scoreTrend(db, { buildings: await countedBuildings(db, session, narrowing) }, days, now),

  rate: async (input, { db, session, now }) => scoreRate(db, await countedBuildings(db, session, input), now),

  parts: async (input, { db, session, now }) => scoreParts(db, await countedBuildings(db, session, input), now),

  items: async (input, { db, session, now }) => listItems(db, await chosenBuildings(db, session, input), input, now),

  async checks({ buildingId, state }, { db, session, now }) {
    await chosenBuildings(db, session, { buildingId })
    return scoreChecks(db, buildingId, state, currentDays(now))
  },

  overview: async ({ days, ...area }, { db, session, now }) =>
    scoreTrend(db, { buildings: buildingsOfArea(db, session, area), cells: cellsOfArea(session, area) }, days, now),
})
