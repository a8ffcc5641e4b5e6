import { problem } from '#contract/problem.ts'
import { toWireTime } from '#contract/time.ts'
import { notThere } from '../platform/app-error.ts'
import { findSafetyManager } from '../registry/building-detail.store.ts'
import { buildingScope, scopedBuildings } from '../registry/building.scope.ts'
import { placeName } from '../registry/place-name.ts'
import { implement } from '../platform/implement.ts'
import { exportProblems } from './export-problems.ts'
import { itemDays } from './list-items.ts'
import { countScoreItems } from './score-items.store.ts'
import { presentProblem, presentRunProblem } from './problem.present.ts'
import { countProblems, listProblems } from './problem.store.ts'
import { providerOf } from './alarm-scene.store.ts'
import { countByKind, countInBuildings, findListedProblem, listAllProblems } from './listed-problem.store.ts'
import { figureOf, limitsOf, presentListed } from './present-listed-problem.ts'
import { countAround, readingsAround } from './problem-evidence.store.ts'
import { kindOf, stepsOf } from './problem-steps.ts'
import { canUndo, processTodo, undoTodo } from './process-todo.ts'

export const problemApi = implement(problem, {
  async facilityCounts(input, { db, session }) {
    const { resolved, open, total } = await countProblems(db, await scopedBuildings(db, session, input))
    return { resolvedNum: resolved, notSolvedNum: open, totalNum: total }
  },

  async facilityList(input, ctx) {
    const where = await scopedBuildings(ctx.db, ctx.session, input)
    if (input.exportStatus === 1) return exportProblems(ctx, where, input, await placeName(ctx.db, input))
    const isOneBuilding = input.buildingId !== undefined && input.questionStatus === 0
    const { rows, total } = await listProblems(ctx.db, where, input, input, isOneBuilding)
    return {
      list: rows.map((row) => {
        const { cause, floor, zone, descript } = row
        return { ...presentProblem(row), kind: kindOf(cause), floor, zone, descript }
      }),
      total,
    }
  },

  async runCounts({ isvId: providerId, companyId: lawCompanyId }, { db, session }) {
    const { resolved, open, total } = await countProblems(
      db,
      await scopedBuildings(db, session, { providerId, lawCompanyId }),
    )
    return { questionUnresolvedCount: open, solveCount: resolved, total }
  },

  async itemCounts({ isvId: providerId }, { db, session, now }) {
    const buildings = await scopedBuildings(db, session, { providerId })
    const { solved, total } = await countScoreItems(db, buildings, itemDays(now))
    return { total, solveCount: solved, unresolvedCount: total - solved }
  },

  async runList({ isvId: providerId, companyId: lawCompanyId, buildingId, isExport, ...input }, ctx) {
    const where = await scopedBuildings(ctx.db, ctx.session, { providerId, lawCompanyId, buildingId })
    if (isExport === 1) return exportProblems(ctx, where, input, await placeName(ctx.db, { buildingId }))
    const { rows, total } = await listProblems(ctx.db, where, input, input)
    return { list: rows.map(presentRunProblem), total }
  },

  async list({ buildingId, currentPage, pageSize, ...filter }, { db, session, now }) {
    const where = await scopedBuildings(db, session, { buildingId })
    const { rows, total } = await listAllProblems(db, where, filter, { currentPage, pageSize })
    const buildings = await countInBuildings(db, [...new Set(rows.map((row) => row.buildingId))])
    return {
      list: rows.map(presentListed),
      total,
      counts: await countByKind(db, where, now),
      buildings: buildings.map(({ buildingId: id, since, ...counts }) => ({
        ...counts,
        buildingId: String(id),
        since: toWireTime(since),
      })),
    }
  },

  async one({ id }, { db, session, now }) {
    const row = await findListedProblem(db, buildingScope(db, session), id)
    if (!row) throw notThere()
    const { buildingId, pointId, cause, happenedAt } = row
    const figure = figureOf(row)
    const points =
      figure && pointId !== null
        ? await readingsAround(db, {
            pointId,
            figure,
            at: happenedAt.getTime(),
            extreme: cause.endsWith('-low') ? 'min' : 'max',
          })
        : []
    const contact = session.actor.role === 'provider' ? undefined : await findSafetyManager(db, buildingId)
    const provider = await providerOf(db, buildingId)
    return {
      ...presentListed(row),
      content: row.content,
      steps: row.solvedAt === null ? [...stepsOf(cause)] : [],
      handledNote: row.handledNote,
      canUndo: canUndo(row, session.accountId, now),
      contactName: contact?.name ?? null,
      contactPhone: contact?.phone ?? null,
      providerName: provider?.name ?? null,
      providerPhone: provider?.phone ?? null,
      ...(await countAround(db, row)),
      curve:
        figure && points.length > 1
          ? {
              figure,
              ...limitsOf(row),
              points: points.map(({ at, value }) => ({ time: toWireTime(new Date(at)), value })),
            }
          : null,
    }
  },

  handle: processTodo,

  undo: undoTodo,

  deal: processTodo,
})
