import { AppError, notThere } from '../platform/app-error.ts'
import type { Deps } from '../platform/deps.ts'
import { PASSED } from '../schema/provider.table.ts'
import { findProvider } from './provider-review.store.ts'
import type { unit } from '../schema/unit.table.ts'
import type { Keys } from '../identity/auth.present.ts'
import type { Session } from '../platform/session.ts'

type OwnUnit = typeof unit.$inferSelect | undefined

/** A provider's keys only after its review. */
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

/** @throws AppError 403 before the review, 404 */
export async function needOwnKeys(deps: Pick<Deps, 'db' | 'secrets'>, session: Session, own: OwnUnit): Promise<Keys> {
  const keys = await findOwnKeys(deps, session, own)
  if (keys) return keys
  throw session.providerId === null ? notThere() : new AppError(403, '服务商尚未通过审核，暂无授权信息')
}
