import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'

export interface AlertFigures {
  readonly stepsDue: number
  readonly stepsOverdue: number
  readonly unsent: readonly { readonly channel: string; readonly count: number; readonly oldestSec: number }[]
}

export async function readAlertFigures(db: Db): Promise<AlertFigures> {
  const { rows: steps } = await db.execute<{ due: number; overdue: number }>(sql`
    select count(*)::int as due, (count(*) filter (where due_at < clock_timestamp() - interval '5 seconds'))::int as overdue
    from alarm_step where done_at is null and due_at <= clock_timestamp()`)
  const { rows: unsent } = await db.execute<{ channel: string; count: number; oldest: number }>(sql`
    select channel, count(*)::int as count, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest
    from delivery where state in ('queued', 'sending') group by channel`)
  return {
    stepsDue: steps[0]?.due ?? 0,
    stepsOverdue: steps[0]?.overdue ?? 0,
    unsent: unsent.map(({ channel, count, oldest }) => ({ channel, count, oldestSec: oldest })),
  }
}
