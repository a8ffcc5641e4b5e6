import { limitRate } from './too-often.ts'
import type { Session } from './session.ts'
import type { Context } from './implement.ts'

const TURNS = { points: 30, windowSec: 60, blockSec: 0 }

/** Call it outside transactions. @throws AppError 429 beyond thirty a minute per account */
export async function limitExports({ deps, session, now }: Context<Session>): Promise<void> {
  await limitRate({ deps, now }, `document:${session.accountId}`, TURNS, '操作')
}
