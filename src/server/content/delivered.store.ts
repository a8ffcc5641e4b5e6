import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../platform/db/open-db.ts'
import { pushDelivered, pushSubscription } from '../schema/push.table.ts'

/** Longer than any transaction and clock skew. */
export const OVERLAP_MS = 15 * 60_000

type Kind = (typeof pushDelivered.$inferSelect)['kind']

export const notDelivered = (endpoint: string, kind: Kind, id: AnyPgColumn): SQL => sql`not exists (
  select 1 from ${pushDelivered} where ${pushDelivered.endpoint} = ${endpoint} and ${pushDelivered.kind} = ${kind}
    and ${pushDelivered.itemId} = ${id})`

/** Also deletes records older than the overlap. */
export async function noteDelivered(
  db: Db,
  endpoint: string,
  items: readonly { readonly kind: Kind; readonly id: number; readonly writtenAt: Date }[],
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - OVERLAP_MS)
  await db.transaction(async (tx) => {
    const kept = items.filter(({ writtenAt }) => writtenAt > since)
    if (kept.length > 0)
      await tx.execute(sql`
        insert into push_delivered (endpoint, kind, item_id, written_at)
        select ${endpoint}, * from unnest(${sql.param(kept.map(({ kind }) => kind))}::text[],
          ${sql.param(kept.map(({ id }) => id))}::bigint[],
          ${sql.param(kept.map(({ writtenAt }) => writtenAt.toISOString()))}::timestamptz[])
        on conflict do nothing`)
    await tx.update(pushSubscription).set({ toldAt: now }).where(eq(pushSubscription.endpoint, endpoint))
    await tx.delete(pushDelivered).where(and(eq(pushDelivered.endpoint, endpoint), lte(pushDelivered.writtenAt, since)))
  })
}
