import { problem } from '#contract/problem.ts'
import { chosenBuildings } from '../building/building.scope.ts'
import { placeName } from '../building/place-name.ts'
import { implement } from '../implement.ts'
import { exportProblems } from './export-problems.ts'
import { itemDays } from '../score/list-items.ts'
import { countScoreItems } from '../score/score-items.store.ts'
import { presentProblem, presentRunProblem } from './problem.present.ts'
import { countProblems, listProblems } from './problem.store.ts'
import { processTodo } from './process-todo.ts'

export const problemApi = implement(problem, {
  async facilityCounts(input, { db, session }) {
    const { resolved, open, total } = await countProblems(db, await chosenBuildings(db, session, input))
    return { resolvedNum: resolved, notSolvedNum: open, totalNum: total }
  },

  async facilityList(input, ctx) {
    const where = await chosenBuildings(ctx.db, ctx.session, input)
    if (input.exportStatus === 1) return exportProblems(ctx, where, input, await placeName(ctx.db, input))
    const { rows, total } = await listProblems(ctx.db, where, input, input)
    return { list: rows.map(presentProblem), total }
  },

  async runCounts({ isvId: providerId, companyId: lawCompanyId }, { db, session }) {
    const { resolved, open, total } = await countProblems(
      db,
      await chosenBuildings(db, session, { providerId, lawCompanyId }),
    )
    return { questionUnresolvedCount: open, solveCount: resolved, total }
  },

  async itemCounts({ isvId: providerId }, { db, session, now }) {
    const buildings = await chosenBuildings(db, session, { providerId })
    const { solved, total } = await countScoreItems(db, buildings, itemDays(now))
    return { total, solveCount: solved, unresolvedCount: total - solved }
  },

  async runList({ isvId: providerId, companyId: lawCompanyId, buildingId, isExport, ...input }, ctx) {
    const where = await chosenBuildings(ctx.db, ctx.session, { providerId, lawCompanyId, buildingId })
    if (isExport === 1) return exportProblems(ctx, where, input, await placeName(ctx.db, { buildingId }))
    const { rows, total } = await listProblems(ctx.db, where, input, input)
    return { list: rows.map(presentRunProblem), total }
  },

  deal: processTodo,
})
