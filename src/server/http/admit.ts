import { needAccess } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../app-error.ts'
import { findSession, type Session } from '../auth/session.ts'
import type { Deps } from '../deps.ts'

/**
 * Who is calling, if the call may be made at all: signed in, of the right role, and owing neither a password
 * change nor the unit's information.
 * Decided before any input is read. A token no session ever had may be a ticket: `redeem` turns it into one, once.
 */
export async function admit(
  deps: Deps,
  endpoint: Endpoint,
  token: string | undefined,
  redeem: (ticket: string) => Promise<string | null>,
): Promise<Session | null> {
  if (endpoint.access === 'public') return null
  if (!token) throw new AppError(401)
  const session = (await findSession(deps.db, token, deps.now())) ?? (await byTicket(deps, token, redeem))
  needAccess(endpoint.access, session.actor, () => {
    throw new AppError(403)
  })
  if (session.owesPassword && !endpoint.whileOwing) throw new AppError(403, '请先修改初始密码')
  if (session.owesInformation && !endpoint.whileOwing && !endpoint.whileIncomplete)
    throw new AppError(403, '请先完善单位信息')
  return session
}

async function byTicket(
  deps: Deps,
  value: string,
  redeem: (ticket: string) => Promise<string | null>,
): Promise<Session> {
  const token = await redeem(value)
  const session = token && (await findSession(deps.db, token, deps.now()))
  if (!session) throw new AppError(401)
  return session
}
