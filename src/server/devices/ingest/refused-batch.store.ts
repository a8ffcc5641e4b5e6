import { desc, eq, sql } from 'drizzle-orm'
import { ingest, type IngestKind } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import type { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { type Page, sliceOf } from '#server/platform/db/prepared.ts'
import type { Deps } from '#server/platform/deps.ts'
import { loggable } from '#server/platform/loggable.ts'
import { refusedBatch } from '#server/schema/refused-batch.table.ts'

export const INGEST_CALLS: Readonly<Record<string, IngestKind>> = {
  [ingest.registerPoints.id]: 'points',
  [ingest.events.id]: 'events',
  [ingest.readings.id]: 'readings',
}

/** `code` 200: accepted with refused items; `items` 0: refused as a whole. */
interface Refusal {
  readonly kind: IngestKind
  readonly code: number
  readonly message: string
  readonly items: number
}

const MESSAGE_LENGTH = 300

/** A failure is logged: the answer does not depend on it. */
export async function noteRefusal(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  providerId: number,
  { kind, code, message, items }: Refusal,
  now: Date,
): Promise<void> {
  const row = { providerId, kind, code, message: message.slice(0, MESSAGE_LENGTH), items, batches: 1 }
  try {
    await db
      .insert(refusedBatch)
      .values({ ...row, firstAt: now, lastAt: now })
      .onConflictDoUpdate({
        target: [refusedBatch.providerId, refusedBatch.kind, refusedBatch.code, refusedBatch.message],
        set: {
          batches: sql`${refusedBatch.batches} + 1`,
          items: sql`${refusedBatch.items} + excluded.items`,
          lastAt: now,
        },
      })
  } catch (error) {
    log.error({ err: loggable(error) }, 'refused batch not noted')
  }
}

export async function noteRefusedWhole(
  deps: Pick<Deps, 'db' | 'log'>,
  providerId: number,
  kind: IngestKind,
  { code, message, fields }: AppError,
  now: Date,
): Promise<void> {
  const [field] = Object.keys(fields ?? {})
  const place = field === undefined ? '' : `${field.replace(/\b\d+\b/g, '*')}：`
  await noteRefusal(deps, providerId, { kind, code, message: `${place}${message}`, items: 0 }, now)
}

export async function ownRefusals(db: Db, providerId: number, page: Page) {
  const where = eq(refusedBatch.providerId, providerId)
  const { limit, offset } = sliceOf(page)
  const rows = await db
    .select()
    .from(refusedBatch)
    .where(where)
    .orderBy(desc(refusedBatch.lastAt), desc(refusedBatch.id))
    .limit(limit)
    .offset(offset)
  return {
    list: rows.map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstTime: toWireTime(firstAt),
      lastTime: toWireTime(lastAt),
    })),
    total: await db.$count(refusedBatch, where),
  }
}
