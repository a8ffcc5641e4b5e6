import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from './app-error.ts'
import { writtenBefore } from './db/deletion-time.ts'
import type { Db } from './db/open-db.ts'
import { idempotency } from '../schema/idempotency.table.ts'

export const KEY_HEADER = 'idempotency-key'
/** Comma-separated keys of the device's earlier writes of the record. */
export const FOLLOWS_HEADER = 'follows'
const MOST_FOLLOWED = 20

const KEY = /^[\w-]{16,64}$/

export const KEEP_KEYS_DAYS = 90
const DAY_MS = 24 * 3_600_000

export interface KeyedWrite {
  readonly accountId: number
  readonly key: string
  readonly call: string
  readonly input: unknown
  readonly now: Date
  readonly leftVersion?: () => string | undefined
  readonly onResult?: (result: 'made' | 'repeated') => void
}

/** Files by size and SHA-256. */
async function inOrder(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const digest = createHash('sha256').update(new Uint8Array(await value.arrayBuffer()))
    return ['file', value.size, digest.digest('hex')]
  }
  if (Array.isArray(value)) return Promise.all(value.map(inOrder))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Promise.all(entries.map(async ([name, of]) => [name, await inOrder(of)]))
}

async function fingerprintOf(input: unknown): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await inOrder(input)))
    .digest('hex')
}

/**
 * Key, fingerprint, effect and result commit together; errors are not recorded. @throws AppError 400 for a
 * malformed key, 409 if it belongs to another write
 */
export async function withIdempotency<T>(db: Db, ask: KeyedWrite, act: (tx: Db) => Promise<T>): Promise<T> {
  if (!KEY.test(ask.key)) throw new AppError(400, '提交标识无效，请刷新后重试')
  const { accountId, key, call, now } = ask
  const fingerprint = await fingerprintOf(ask.input)
  let result: 'made' | 'repeated' = 'made'
  const answer = await db.transaction(async (tx) => {
    // A concurrent request with the same key blocks on this insert.
    const [begun] = await tx
      .insert(idempotency)
      .values({ accountId, key, call, fingerprint, answer: null, at: now })
      .onConflictDoNothing()
      .returning({ key: idempotency.key })
    const isAsked = and(eq(idempotency.accountId, accountId), eq(idempotency.key, key))
    if (!begun) {
      const [done] = await tx.select().from(idempotency).where(isAsked)
      if (done?.call !== call || done.fingerprint !== fingerprint)
        throw new AppError(409, '此提交标识已用于另一项操作，请重新提交')
      result = 'repeated'
      return done.answer as T
    }
    const made = await act(tx)
    await tx
      .update(idempotency)
      .set({ answer: made ?? null, leftVersion: ask.leftVersion?.() ?? null })
      .where(isAsked)
    return made
  })
  ask.onResult?.(result)
  return answer
}

export async function isLeftByOwn(db: Db, accountId: number, follows: string, version: string): Promise<boolean> {
  const keys = follows
    .split(',')
    .filter((key) => KEY.test(key))
    .slice(0, MOST_FOLLOWED)
  if (keys.length === 0) return false
  const isOwn = and(eq(idempotency.accountId, accountId), inArray(idempotency.key, keys))
  const found = await db
    .select({ key: idempotency.key })
    .from(idempotency)
    .where(and(isOwn, eq(idempotency.leftVersion, version)))
  return found.length > 0
}

export async function deleteExpiredKeys(db: Db, at: Date): Promise<void> {
  const before = new Date(at.getTime() - KEEP_KEYS_DAYS * DAY_MS)
  await db.delete(idempotency).where(writtenBefore(before, idempotency.at, idempotency.storedAt))
}
