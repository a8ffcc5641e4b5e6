import { AppError, notThere } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { PASSED } from '../provider/provider.table.ts'
import { findProvider } from '../provider/review.store.ts'
import type { unit } from '../unit/unit.table.ts'
import type { Keys } from './auth.present.ts'
import type { Session } from './session.ts'

type OwnUnit = typeof unit.$inferSelect | undefined

/** The key and secret of who is signed in: a unit's, or a provider's once it has passed its review; null none. */
export async function findOwnKeys(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  session: Session,
  own: OwnUnit,
): Promise<Keys | null> {
  if (own) return { appKey: own.appKey, secret: secrets.open(own.secret) }
  if (session.providerId === null) return null
  const row = await findProvider(db, session.providerId)
  return row?.status === PASSED ? { appKey: row.appKey, secret: secrets.open(row.secret) } : null
}

/** As {@link findOwnKeys}. @throws AppError 403 before the review has passed, 404 where there are none */
export async function needOwnKeys(deps: Pick<Deps, 'db' | 'secrets'>, session: Session, own: OwnUnit): Promise<Keys> {
  const keys = await findOwnKeys(deps, session, own)
  if (keys) return keys
  throw session.providerId === null ? notThere() : new AppError(403, '服务商尚未通过审核，暂无授权信息')
}
