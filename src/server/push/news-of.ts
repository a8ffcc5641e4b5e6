import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { approval } from '../approval/approval.table.ts'
import type { Session } from '../auth/session.ts'
import { visibleTo } from '../building/building.scope.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { countUnread } from '../message/message.store.ts'
import { messageReceiver } from '../message/message.table.ts'
import { problem } from '../problem/problem.table.ts'

const total = sql<number>`count(*)::int`

async function countOf(db: Db, table: PgTable, buildingId: SQL | undefined, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total })
    .from(table)
    .innerJoin(building, buildingId ?? sql`false`)
    .where(where)
  return row?.total ?? 0
}

/** What a device shows and counts; it names nobody and nothing. */
export interface News {
  readonly title: string
  readonly body: string
  /** The page it leads to. */
  readonly url: string
  /** Unread notifications, for the app's icon. */
  readonly unread: number
}

/** What is new for a session since a moment, over the very buildings its lists show; null: nothing is. */
export async function newsOf(db: Db, session: Session, since: Date): Promise<News | null> {
  if (session.owesPassword) return null
  const inSight = visibleTo(db, session)
  const problems = await countOf(
    db,
    problem,
    eq(building.id, problem.buildingId),
    and(inSight, isNull(problem.solvedAt), gt(problem.happenedAt, since)),
  )
  const reviews =
    session.actor.role === 'government' && session.actor.organLevel === 2
      ? await countOf(
          db,
          approval,
          eq(building.id, approval.buildingId),
          and(inSight, eq(approval.status, 0), isNull(approval.withdrawnAt), gt(approval.appliedAt, since)),
        )
      : 0
  const unread = await countUnread(db, session)
  const [box] = await db
    .select({ total })
    .from(messageReceiver)
    .where(
      and(
        eq(messageReceiver.accountId, session.accountId),
        isNull(messageReceiver.deletedAt),
        isNull(messageReceiver.readAt),
        gt(messageReceiver.sentAt, since),
      ),
    )
  const messages = box?.total ?? 0
  const isAuthority = session.actor.role === 'government'
  const told = [
    [problems, '个消防设施问题', isAuthority ? '/fireDepData' : '/problemStatistics'],
    [reviews, '项待审核申请', '/examineList'],
    [messages, '条通知', '/messages'],
  ] as const
  const some = told.filter(([count]) => count > 0)
  const [first] = some
  if (!first) return null
  return {
    title: '消防物联网数据对接平台',
    body: `新增 ${some.map(([count, what]) => `${count} ${what}`).join('、')}`,
    url: first[2],
    unread,
  }
}
