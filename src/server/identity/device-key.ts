import { AppError } from '../platform/app-error.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { findAccount } from './account.store.ts'

export async function deviceKeyOf({ db, deps, session }: Context<Session>, device: string): Promise<string> {
  const own = await findAccount(db, session.accountId)
  if (!own) throw new AppError(401)
  return deps.secrets.derive(['device-key', own.id, own.credentialVersion, device].join(' '))
}
