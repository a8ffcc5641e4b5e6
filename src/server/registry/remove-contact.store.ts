import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import type { Session } from '../platform/session.ts'

/** Messages of these recipients no longer permit anything, and unsent ones are not sent. */
export async function endLinks(tx: Db, recipients: readonly string[]): Promise<void> {
  const own = sql`d.recipient = any(${sql.param(recipients)}::text[])`
  await tx.execute(sql`delete from ack_link l using delivery d where d.id = l.delivery_id and ${own}`)
  await tx.execute(sql`
    update delivery d set state = 'suppressed', done_at = clock_timestamp() where ${own} and state = 'queued'`)
}

export async function closeRanks(tx: Db, { unitId, organId }: Pick<Session, 'unitId' | 'organId'>): Promise<void> {
  await tx.execute(sql`
    update duty_contact set rank = n.rank from (
      select d.id, row_number() over (order by d.rank, d.id) as rank from duty_contact d
      where d.unit_id = ${unitId}::bigint or d.organ_id = ${organId}::bigint) n
    where duty_contact.id = n.id and duty_contact.rank <> n.rank`)
}
