import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { account } from '../account/account.table.ts'
import type { Db } from '../db/open-db.ts'
import { fromAccounts } from './audience.ts'
import { message, messageReceiver } from './message.table.ts'

/**
 * Lays a notification into the boxes of all it is for, in one statement of the caller's transaction: whoever is none of
 * them when it runs gets nothing. One that was taken back and is sent again lies there unread.
 * @param to which accounts, over what `fromAccounts` joins
 * @returns how many boxes it lies in
 */
export async function deliver(tx: Db, messageId: number, to: SQL, at: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${messageReceiver} (message_id, account_id, sent_at)
    select ${messageId}::bigint, ${account.id}, ${at.toISOString()}::timestamptz ${fromAccounts(to)}
    on conflict (message_id, account_id) do update set sent_at = excluded.sent_at, read_at = null, deleted_at = null`)
  return rowCount ?? 0
}

/** Takes a notification out of every box. @returns out of how many */
export async function takeBack(tx: Db, messageId: number, at: Date): Promise<number> {
  const gone = await tx
    .update(messageReceiver)
    .set({ deletedAt: at })
    .where(and(eq(messageReceiver.messageId, messageId), isNull(messageReceiver.deletedAt)))
    .returning({ id: messageReceiver.id })
  return gone.length
}

/** What the platform tells by itself, as rich text; words from people must be escaped. */
export interface Letter {
  readonly title: string
  readonly html: string
}

/** A paragraph that leads to a page of the app; both are ours, not people's. */
export const linkTo = (path: string, label: string): string => `<p><a href="${path}">${label}</a></p>`

/** Stores a notification and delivers it to the accounts that `to` selects, in the caller's transaction. */
export async function post(tx: Db, to: SQL, { title, html }: Letter, at: Date): Promise<void> {
  const [row] = await tx.insert(message).values({ title, messageHtml: html, sentAt: at }).returning({ id: message.id })
  if (!row) throw new Error('a message was not written')
  await deliver(tx, row.id, to, at)
}

/** Tells the enabled accounts of a unit or of a provider something, in the caller's transaction. */
export async function tell(
  tx: Db,
  to: { readonly unitId: number } | { readonly providerId: number },
  letter: Letter,
  at: Date,
): Promise<void> {
  const belongs = 'unitId' in to ? eq(account.unitId, to.unitId) : eq(account.providerId, to.providerId)
  await post(tx, belongs, letter, at)
}
