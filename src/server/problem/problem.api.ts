import { problem } from '#contract/problem.ts'
import { chosenBuildings } from '../building/building.scope.ts'
import { implement } from '../implement.ts'
import { exportProblems } from './export-problems.ts'
import { presentProblem } from './problem.present.ts'
import { countProblems, listProblems } from './problem.store.ts'

export const problemApi = implement(problem, {
  async facilityCounts(input, { db, session }) {
    const { resolved, total } = await countProblems(db, await chosenBuildings(db, session, input))
    return { resolvedNum: resolved, notSolvedNum: total - resolved, totalNum: total }
  },

  async facilityList(input, ctx) {
    const where = await chosenBuildings(ctx.db, ctx.session, input)
    if (input.exportStatus === 1) return exportProblems(ctx, where, input)
    const { rows, total } = await listProblems(ctx.db, where, input, input)
    return { list: rows.map(presentProblem), total }
  },
})
