import { AppError } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Context } from '../implement.ts'

/** Setting a document costs the server a moment: thirty a minute an account. */
const TURNS = { points: 30, windowSec: 60, blockSec: 0 }

/** @throws AppError 429 where the account had too many documents made within the minute. Call it outside transactions. */
export async function needTurn({ deps, session, now }: Context<Session>): Promise<void> {
  const { allowed } = await deps.limits.take(`document:${session.accountId}`, TURNS, now)
  if (!allowed) throw new AppError(429, '操作过于频繁，请稍后再试')
}
