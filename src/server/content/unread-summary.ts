import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { approval } from '../schema/approval.table.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope } from '../registry/building.scope.ts'
import { building } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { countUnread } from './message.store.ts'
import { messageReceiver } from '../schema/message.table.ts'
import { problem } from '../schema/problem.table.ts'
import { notDelivered, OVERLAP_MS } from './delivered.store.ts'
import type { pushDelivered } from '../schema/push.table.ts'

/** A push message; contains no names. */
export interface UnreadSummary {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly unread: number
}

export interface UnreadItem {
  readonly kind: (typeof pushDelivered.$inferSelect)['kind']
  readonly id: number
  readonly writtenAt: Date
}

interface Source {
  readonly kind: UnreadItem['kind']
  readonly table: PgTable
  readonly id: PgColumn
  /** When the item became visible. */
  readonly writtenAt: PgColumn
  readonly buildingId?: PgColumn
  readonly where: SQL | undefined
}

function sourcesOf(db: Db, session: Session): Source[] {
  const inScope = buildingScope(db, session)
  const reviews = session.actor.role === 'government' && session.actor.organLevel === 2
  return [
    {
      kind: 'problem',
      table: problem,
      id: problem.id,
      writtenAt: problem.openedAt,
      buildingId: problem.buildingId,
      where: and(inScope, isNull(problem.solvedAt)),
    },
    ...(reviews
      ? [
          {
            kind: 'application',
            table: approval,
            id: approval.id,
            writtenAt: approval.appliedAt,
            buildingId: approval.buildingId,
            where: and(inScope, eq(approval.status, 0), isNull(approval.withdrawnAt)),
          } as const,
        ]
      : []),
    {
      kind: 'message',
      table: messageReceiver,
      id: messageReceiver.id,
      writtenAt: messageReceiver.sentAt,
      where: and(
        eq(messageReceiver.accountId, session.accountId),
        isNull(messageReceiver.deletedAt),
        isNull(messageReceiver.readAt),
      ),
    },
  ]
}

/** Transactions may have committed after the last push. */
export async function unreadItems(
  db: Db,
  session: Session,
  device: { endpoint: string; toldAt: Date },
): Promise<UnreadItem[]> {
  if (session.owesPassword) return []
  const since = new Date(device.toldAt.getTime() - OVERLAP_MS)
  const found: UnreadItem[] = []
  for (const { kind, table, id, writtenAt, buildingId, where } of sourcesOf(db, session)) {
    const query = db
      .select({ id: sql<number>`${id}`.mapWith(Number), writtenAt: sql<Date>`${writtenAt}`.mapWith(problem.openedAt) })
      .from(table)
    const joined = buildingId ? query.innerJoin(building, eq(building.id, buildingId)) : query
    const rows = await joined.where(and(where, gt(writtenAt, since), notDelivered(device.endpoint, kind, id)))
    for (const row of rows) found.push({ kind, ...row })
  }
  return found
}

export async function unreadSummary(
  db: Db,
  session: Session,
  items: readonly UnreadItem[],
): Promise<UnreadSummary | null> {
  const count = (kind: UnreadItem['kind']) => items.filter((item) => item.kind === kind).length
  const isAuthority = session.actor.role === 'government'
  const some = (
    [
      [count('problem'), '个消防设施问题', isAuthority ? '/fireDepData' : '/problemStatistics'],
      [count('application'), '项待审核申请', '/examineList'],
      [count('message'), '条通知', '/messages'],
    ] as const
  ).filter(([number]) => number > 0)
  const [first] = some
  if (!first) return null
  return {
    title: '消防物联网数据对接平台',
    body: `新增 ${some.map(([number, what]) => `${number} ${what}`).join('、')}`,
    url: first[2],
    unread: await countUnread(db, session),
  }
}
