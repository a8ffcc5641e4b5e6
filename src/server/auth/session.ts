import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Actor, OrganLevel } from '#contract/access.ts'
import { SIGNED_IN_ELSEWHERE } from '#contract/errors.ts'
import { account } from '../account/account.table.ts'
import { organ } from '../account/organ.table.ts'
import { AppError } from '../app-error.ts'
import type { Db } from '../db/open-db.ts'
import { prepared } from '../db/prepared.ts'
import { download, HELD_MS } from '../document/download.table.ts'
import { unit } from '../unit/unit.table.ts'
import { session } from './session.table.ts'
import { ticket } from './ticket.table.ts'

const DAY_MS = 86_400_000
/** A session ends after a week without a call, and after thirty days in any case. */
const IDLE_MS = 7 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS
/** How stale `last_seen_at` may get before a call is worth a write. */
const SEEN_STEP_MS = 5 * 60_000

/** Who is calling: read afresh with every call. */
export interface Session {
  readonly tokenHash: string
  readonly accountId: number
  readonly account: string
  readonly name: string
  readonly actor: Actor
  readonly unitId: number | null
  readonly organId: number | null
  readonly providerId: number | null
  /** The district an organ of level 3 is limited to. */
  readonly county: string | null
  readonly owesPassword: boolean
  /** Belongs to a unit that has not told all of itself yet. */
  readonly owesInformation: boolean
}

/** SHA-256 of a token or ticket, the only form in which one is kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * The live session of a token; null where no session ever had it.
 * @throws AppError 401 where it ended, with the documented sentence where a newer sign-in ended it
 */
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

/** The session behind a token's hash while it lives, without anybody calling: it grows no longer by it. */
export async function findLiveSession(db: Db, tokenHash: string, now: Date): Promise<Session | null> {
  const row = await readSession(db, tokenHash)
  return row && !row.endedAt && row.status === 0 && !isOver(row, now) ? sessionOf(row) : null
}

const isOver = ({ lastSeenAt, createdAt }: { lastSeenAt: Date; createdAt: Date }, now: Date) =>
  now.getTime() - lastSeenAt.getTime() > IDLE_MS || now.getTime() - createdAt.getTime() > ABSOLUTE_MS

/** No more than a call asks of it, for every call reads it. */
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

/** `role`: the account was given another role, unit or organ. */
export type EndReason = 'replaced' | 'signed-out' | 'password' | 'disabled' | 'role' | 'expired'

/**
 * Ends an account's live session, if it has one: the token, the tickets and the download addresses it was given open
 * nothing any more. For every change that takes away or alters what the account may do.
 */
export async function endSessionsOf(tx: Db, accountId: number, reason: EndReason, now: Date): Promise<void> {
  await tx
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(session.accountId, accountId), isNull(session.endedAt)))
  await tx.delete(ticket).where(eq(ticket.accountId, accountId))
  // As if served long ago. Not deleted: the sweep finds the files by their rows.
  const longAgo = new Date(now.getTime() - HELD_MS)
  await tx
    .update(download)
    .set({ expiresAt: now, usedAt: longAgo })
    .where(and(eq(download.accountId, accountId), gt(download.expiresAt, longAgo)))
}

/** Starts an account's session; the caller has ended the older one in the same transaction. */
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
