import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Actor, OrganLevel } from '#contract/access.ts'
import { SIGNED_IN_ELSEWHERE } from '#contract/errors.ts'
import { account } from '../schema/account.table.ts'
import { organ } from '../schema/organ.table.ts'
import { AppError } from './app-error.ts'
import type { Db } from './db/open-db.ts'
import { prepared } from './db/prepared.ts'
import { download, HELD_MS } from '../schema/download.table.ts'
import { unit } from '../schema/unit.table.ts'
import { session } from '../schema/session.table.ts'
import { ticket } from '../schema/ticket.table.ts'

const DAY_MS = 86_400_000
const IDLE_MS = 7 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS
const SEEN_STEP_MS = 5 * 60_000

export interface Session {
  readonly tokenHash: string
  readonly accountId: number
  readonly account: string
  readonly name: string
  readonly actor: Actor
  readonly unitId: number | null
  readonly organId: number | null
  readonly providerId: number | null
  readonly county: string | null
  readonly owesPassword: boolean
  readonly owesInformation: boolean
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** @returns null if unknown @throws AppError 401 if it ended */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | null> {
  const tokenHash = hashToken(token)
  const row = await readSession(db, tokenHash)
  if (!row) return null
  if (row.endReason === 'replaced') throw new AppError(401, SIGNED_IN_ELSEWHERE)
  if (row.endedAt || row.status !== 0) throw new AppError(401)
  if (isOver(row, now)) {
    await endSessionsOf(db, row.accountId, 'expired', now)
    throw new AppError(401)
  }
  const idle = now.getTime() - row.lastSeenAt.getTime()
  if (idle > SEEN_STEP_MS) await db.update(session).set({ lastSeenAt: now }).where(eq(session.tokenHash, tokenHash))
  return sessionOf(row)
}

export async function findLiveSession(db: Db, tokenHash: string, now: Date): Promise<Session | null> {
  const row = await readSession(db, tokenHash)
  return row && !row.endedAt && row.status === 0 && !isOver(row, now) ? sessionOf(row) : null
}

export async function liveSessions(db: Db, tokenHashes: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (tokenHashes.length === 0) return new Set()
  const rows = await db
    .select({ tokenHash: session.tokenHash, createdAt: session.createdAt, lastSeenAt: session.lastSeenAt })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(inArray(session.tokenHash, [...tokenHashes]), isNull(session.endedAt), eq(account.status, 0)))
  return new Set(rows.flatMap((row) => (isOver(row, now) ? [] : [row.tokenHash])))
}

const isOver = ({ lastSeenAt, createdAt }: { lastSeenAt: Date; createdAt: Date }, now: Date) =>
  now.getTime() - lastSeenAt.getTime() > IDLE_MS || now.getTime() - createdAt.getTime() > ABSOLUTE_MS

/** Read on every request, so only the columns in use. */
const sessionByToken = prepared('session-by-token', (db) =>
  db
    .select({
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      endedAt: session.endedAt,
      endReason: session.endReason,
      accountId: account.id,
      account: account.account,
      name: account.name,
      status: account.status,
      role: account.role,
      unitId: account.unitId,
      organId: account.organId,
      providerId: account.providerId,
      mustChangePassword: account.mustChangePassword,
      organLevel: organ.level,
      county: organ.county,
      isUnitComplete: unit.profileComplete,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .leftJoin(organ, eq(organ.id, account.organId))
    .leftJoin(unit, eq(unit.id, account.unitId))
    .where(eq(session.tokenHash, sql.placeholder('tokenHash'))),
)

async function readSession(db: Db, tokenHash: string) {
  const [row] = await sessionByToken(db).execute({ tokenHash })
  return row && { ...row, tokenHash }
}

function sessionOf(row: NonNullable<Awaited<ReturnType<typeof readSession>>>): Session {
  return {
    tokenHash: row.tokenHash,
    accountId: row.accountId,
    account: row.account,
    name: row.name,
    actor: { role: row.role, organLevel: (row.organLevel ?? null) as OrganLevel | null },
    unitId: row.unitId,
    organId: row.organId,
    providerId: row.providerId,
    county: row.county,
    owesPassword: row.mustChangePassword,
    owesInformation: row.isUnitComplete === false,
  }
}

const ENDS_KEYS: ReadonlySet<EndReason> = new Set(['password', 'disabled', 'role'])

export type EndReason = 'replaced' | 'signed-out' | 'password' | 'disabled' | 'role' | 'expired'

/** Also invalidates tickets and download URLs. Required by every change of permissions. */
export async function endSessionsOf(tx: Db, accountId: number, reason: EndReason, now: Date): Promise<void> {
  await tx
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(session.accountId, accountId), isNull(session.endedAt)))
  if (ENDS_KEYS.has(reason))
    await tx
      .update(account)
      .set({ credentialVersion: sql`${account.credentialVersion} + 1` })
      .where(eq(account.id, accountId))
  await tx.delete(ticket).where(eq(ticket.accountId, accountId))
  // The clean-up finds files by these rows.
  const longAgo = new Date(now.getTime() - HELD_MS)
  await tx
    .update(download)
    .set({ expiresAt: now, usedAt: longAgo })
    .where(and(eq(download.accountId, accountId), gt(download.expiresAt, longAgo)))
}

/** The account's older session ended in the same transaction. */
export async function insertSession(
  db: Db,
  row: { token: string; accountId: number; address: string; now: Date },
): Promise<void> {
  await db.insert(session).values({
    tokenHash: hashToken(row.token),
    accountId: row.accountId,
    createdAt: row.now,
    lastSeenAt: row.now,
    address: row.address,
  })
}
