import { needAccess } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../app-error.ts'
import { findSession, type Session } from '../session.ts'
import type { Deps } from '../deps.ts'

/** An unknown token may be a one-time ticket; `redeem` exchanges it for a session. */
export async function authenticate(
  deps: Deps,
  endpoint: Endpoint,
  token: string | undefined,
  redeem: (ticket: string) => Promise<string | null>,
): Promise<Session | null> {
  if (endpoint.access === 'public') return null
  if (!token) throw new AppError(401)
  const session = (await findSession(deps.db, token, deps.now())) ?? (await byTicket(deps, token, redeem))
  requireAccess(endpoint, session)
  return session
}

/** @throws AppError 403 */
export function requireAccess(endpoint: Endpoint, session: Session): void {
  needAccess(endpoint.access, session.actor, () => {
    throw new AppError(403)
  })
  if (session.owesPassword && !endpoint.whileOwing) throw new AppError(403, '请先修改初始密码')
  if (session.owesInformation && !endpoint.whileOwing && !endpoint.whileIncomplete)
    throw new AppError(403, '请先完善单位信息')
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
