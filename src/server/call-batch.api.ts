import { endpoints } from '#contract/all.ts'
import { callBatch, mayBatch } from '#contract/call-batch.ts'
import { AppError } from './platform/app-error.ts'
import { implement } from './platform/implement.ts'

/** Limits the database connections of a batch. */
const LANES = 4

let known: ReadonlySet<string> | undefined

/** @throws AppError 400 */
function needReads(ids: readonly string[]): void {
  known ??= new Set(endpoints().flatMap((call) => (mayBatch(call) ? [call.id] : [])))
  const wrong = ids.findIndex((id) => !known?.has(id))
  if (wrong < 0) return
  const text = '接口不存在，或不能批量调用'
  throw new AppError(400, text, { [`calls.${wrong}.id`]: text })
}

export const callBatchApi = implement(callBatch, {
  async read({ calls }, ctx) {
    needReads(calls.map(({ id }) => id))
    const answers: Awaited<ReturnType<typeof ctx.answer>>[] = []
    const waiting = calls.entries()
    const lane = async () => {
      for (const [at, { id, input }] of waiting) {
        if (ctx.signal.aborted) return
        answers[at] = await ctx.answer(id, input)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    return { answers }
  },
})
