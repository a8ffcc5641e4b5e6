import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { recordChange } from '../platform/record-change.ts'
import { fromAccounts } from './audience.ts'
import { message, messageReceiver } from '../schema/message.table.ts'

/** More inboxes are named by roles. */
const MOST_NAMED = 200

export async function recordInboxes(tx: Db, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return
  if (accountIds.length <= MOST_NAMED)
    return recordChange(tx, { kind: 'message', data: { accounts: [...new Set(accountIds)] } })
  const rows = await tx
    .selectDistinct({ role: account.role })
    .from(account)
    .where(sql`${account.id} = any(${sql.param(accountIds)}::bigint[])`)
  await recordChange(tx, { kind: 'message', data: { roles: rows.map(({ role }) => role) } })
}

/** Sent again after withdrawal it is unread. @param to over the joins of `fromAccounts` */
export async function deliverMessage(tx: Db, messageId: number, to: SQL, at: Date): Promise<number> {
  const { rows } = await tx.execute<{ account_id: string }>(sql`
    insert into ${messageReceiver} (message_id, account_id, sent_at)
    select ${messageId}::bigint, ${account.id}, ${at.toISOString()}::timestamptz ${fromAccounts(to)}
    on conflict (message_id, account_id) do update set sent_at = excluded.sent_at, read_at = null, deleted_at = null
    returning account_id`)
  await recordInboxes(
    tx,
    rows.map((row) => Number(row.account_id)),
  )
  return rows.length
}

export async function withdrawMessage(tx: Db, messageId: number, at: Date): Promise<number> {
  const gone = await tx
    .update(messageReceiver)
    .set({ deletedAt: at })
    .where(and(eq(messageReceiver.messageId, messageId), isNull(messageReceiver.deletedAt)))
    .returning({ accountId: messageReceiver.accountId })
  await recordInboxes(
    tx,
    gone.map(({ accountId }) => accountId),
  )
  return gone.length
}

/** User input must be escaped. */
export interface MessageText {
  readonly title: string
  readonly html: string
}

/** Not escaped: both arguments must be constants of ours. */
export const linkTo = (path: string, label: string): string => `<p><a href="${path}">${label}</a></p>`

export async function postMessage(tx: Db, to: SQL, { title, html }: MessageText, at: Date): Promise<void> {
  const [row] = await tx.insert(message).values({ title, messageHtml: html, sentAt: at }).returning({ id: message.id })
  if (!row) throw new Error('a message was not written')
  await deliverMessage(tx, row.id, to, at)
}

export async function notifyUnit(
  tx: Db,
  to: { readonly unitId: number } | { readonly providerId: number },
  letter: MessageText,
  at: Date,
): Promise<void> {
  const belongs = 'unitId' in to ? eq(account.unitId, to.unitId) : eq(account.providerId, to.providerId)
  await postMessage(tx, belongs, letter, at)
}
