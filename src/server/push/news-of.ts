import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { approval } from '../approval/approval.table.ts'
import type { Session } from '../auth/session.ts'
import { visibleTo } from '../building/building.scope.ts'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { countUnread } from '../message/message.store.ts'
import { messageReceiver } from '../message/message.table.ts'
import { problem } from '../problem/problem.table.ts'
import { notDelivered, OVERLAP_MS } from './delivered.store.ts'
import type { pushDelivered } from './push.table.ts'

/** What a device shows and counts; it names nobody and nothing. */
export interface News {
  readonly title: string
  readonly body: string
  /** The page it leads to. */
  readonly url: string
  /** Unread notifications, for the app's icon. */
  readonly unread: number
}

/** Something new for a device, by when its row was written. */
export interface NewItem {
  readonly kind: (typeof pushDelivered.$inferSelect)['kind']
  readonly id: number
  readonly writtenAt: Date
}

/** A table of things that may be new, and which of its rows are the session's. */
interface Source {
  readonly kind: NewItem['kind']
  readonly table: PgTable
  readonly id: PgColumn
  /** When the row was written: what is new to a person is decided by when it could first be seen. */
  readonly writtenAt: PgColumn
  readonly buildingId?: PgColumn
  readonly where: SQL | undefined
}

function sourcesOf(db: Db, session: Session): Source[] {
  const inScope = visibleTo(db, session)
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

/**
 * Everything that a session sees and its device has not been sent, each thing once. Rows written shortly before `toldAt`
 * are looked at again, because a transaction that wrote one may have committed after the device was told.
 */
export async function newItems(
  db: Db,
  session: Session,
  device: { endpoint: string; toldAt: Date },
): Promise<NewItem[]> {
  if (session.owesPassword) return []
  const since = new Date(device.toldAt.getTime() - OVERLAP_MS)
  const found: NewItem[] = []
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

/** New things in words; null: there are none. */
export async function newsOf(db: Db, session: Session, items: readonly NewItem[]): Promise<News | null> {
  const count = (kind: NewItem['kind']) => items.filter((item) => item.kind === kind).length
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
