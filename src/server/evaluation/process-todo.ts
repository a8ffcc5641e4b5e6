import { UNDO_MS } from '#contract/alarm.rules.ts'
import { processes, whyNotProcessed } from '#contract/problem.rules.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { recordBuildings } from '../registry/building-change.store.ts'
import { needConfirmedTie } from '../registry/need-confirmed-tie.ts'
import { markProcessed, takeProblem } from './problem.store.ts'

type Taken = NonNullable<Awaited<ReturnType<typeof takeProblem>>>

function change(ctx: Context<Session>, id: number, work: (tx: Db, row: Taken) => Promise<0 | 1>): Promise<null> {
  const { session } = ctx
  if (!processes(session.actor.role)) throw new AppError(403)
  return ctx.write(async (tx) => {
    const row = await takeProblem(tx, buildingScope(tx, session), id)
    if (!row) throw notThere()
    await needConfirmedTie(tx, session, row.buildingId)
    const { todoStatus } = row
    const after = await work(tx, row)
    await recordBuildings(tx, [row.buildingId])
    return {
      value: null,
      audit: { problemId: id, buildingId: row.buildingId, before: { todoStatus }, after: { todoStatus: after } },
    }
  })
}

/**
 * Marks a to-do as processed.
 * @throws AppError 403, 404, 409 if there is nothing to process
 */
export const processTodo = ({ id, note = '' }: { id: number; note?: string }, ctx: Context<Session>): Promise<null> =>
  change(ctx, id, async (tx, { problemType, todoStatus }) => {
    const why = whyNotProcessed({ problemType, status: todoStatus })
    if (why !== null) throw new AppError(409, why)
    await markProcessed(tx, id, { by: ctx.session.accountId, at: ctx.now, note: note || null })
    return 1
  })

type Handled = Pick<Taken, 'solvedAt' | 'handledBy' | 'handledAt'>

export const canUndo = ({ solvedAt, handledBy, handledAt }: Handled, accountId: number, now: Date): boolean =>
  solvedAt === null && handledBy === accountId && handledAt !== null && now.getTime() - handledAt.getTime() <= UNDO_MS

export const undoTodo = ({ id }: { id: number }, ctx: Context<Session>): Promise<null> =>
  change(ctx, id, async (tx, row) => {
    if (!canUndo(row, ctx.session.accountId, ctx.now)) throw new AppError(409, '没有可撤销的处理登记')
    await markProcessed(tx, id, null)
    return 0
  })
