import { processes, whyNotProcessed } from '#contract/problem.rules.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { visibleTo } from '../building/building.scope.ts'
import type { Context } from '../implement.ts'
import { markProcessed, takeProblem } from './problem.store.ts'

/**
 * Marks a to-do as processed.
 * @throws AppError 403 for who does not answer for buildings, 404 out of sight, 409 where there is nothing to process
 */
export async function processTodo({ id }: { id: number }, ctx: Context<Session>): Promise<null> {
  const { session } = ctx
  if (!processes(session.actor.role)) throw new AppError(403)
  return ctx.write(async (tx) => {
    const row = await takeProblem(tx, visibleTo(tx, session), id)
    if (!row) throw notThere()
    const { problemType, todoStatus } = row
    const why = whyNotProcessed({ problemType, status: todoStatus })
    if (why !== null) throw new AppError(409, why)
    await markProcessed(tx, id)
    return {
      value: null,
      audit: { problemId: id, buildingId: row.buildingId, before: { todoStatus }, after: { todoStatus: 1 } },
    }
  })
}
