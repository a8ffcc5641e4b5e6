import * as v from 'valibot'
import { mayBatch } from '#contract/call-batch.ts'
import type { Envelope } from '#contract/errors.ts'
import { fieldErrors } from '#contract/messages.ts'
import { AppError } from './platform/app-error.ts'
import { isConnectionLoss, isDiskFull } from './platform/db/errors.ts'
import { requireAccess } from './platform/http/authenticate.ts'
import type { Context, Mounted } from './platform/implement.ts'
import type { Session } from './platform/session.ts'

export const asQuery = (input: object) =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )

/** The option to answer with a file. */
const EXPORT = v.union([v.object({ exportStatus: v.literal(1) }), v.object({ isExport: v.literal(1) })])

async function read({ endpoint, handle }: Mounted, input: object, context: Context<Session>): Promise<unknown> {
  const session = endpoint.access === 'public' ? null : context.session
  if (session) requireAccess(endpoint, session)
  const parsed = v.safeParse(endpoint.input, asQuery(input))
  if (!parsed.success) throw invalid(parsed.issues)
  if (!mayBatch(endpoint) || v.is(EXPORT, parsed.output)) throw new AppError(400, '导出请单独调用')
  const own = { ...context, session, write: () => Promise.reject(new Error(`${endpoint.id} writes in a batch`)) }
  return v.parse(endpoint.output, await handle(parsed.output, own as never))
}

/** With the envelope of its own request. Never rejects. */
export async function answerPart(
  call: Mounted,
  input: object,
  context: Context<Session>,
  onFailure: (error: unknown) => void,
): Promise<Envelope> {
  try {
    const data = await read(call, input, context)
    return envelope(200, call.endpoint.success ?? '操作成功', data)
  } catch (error) {
    const { code, message, fields } = asRefusal(error)
    if (code >= 500) onFailure(error)
    return { ...envelope(code, message, null), ...(fields ? { errors: fields } : {}) }
  }
}

const envelope = (code: number, message: string, data: unknown): Envelope => ({ code, message, msg: message, data })

export function invalid(issues: readonly v.BaseIssue<unknown>[]): AppError {
  const errors = fieldErrors(issues)
  return new AppError(400, Object.values(errors)[0], errors)
}

export function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) return new AppError(503, '服务器磁盘空间不足，暂时不能保存，请联系技术支持')
  return new AppError(isConnectionLoss(error) ? 503 : 500)
}
