import { eq, sql } from 'drizzle-orm'
import type { HonoRequest } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { NONCE, SIGNATURE_REFUSALS as REFUSALS, SIGNATURE_WINDOW_MS } from '#contract/signature.ts'
import { AppError } from '../app-error.ts'
import type { Db } from '../db/open-db.ts'
import { statement } from '../db/statement.ts'
import type { Deps, Secrets } from '../deps.ts'
import { PASSED, provider } from '../provider/provider.table.ts'
import { type LimitRule, takeOne } from './rate-limit.ts'
import { unit } from '../unit/unit.table.ts'
import { unitNonce } from './provider-nonce.table.ts'
import { digestOf, isSignature } from './signature.ts'

/** A provider's program that signed the request. */
export interface Program {
  readonly providerId: number
  readonly name: string
}

/** A program that signed the request with its unit's key. It reads what the unit sees, and changes nothing. */
export interface UnitProgram {
  readonly unitId: number
  readonly name: string
}

export type SignedProgram = Program | UnitProgram

/** Thirteen digits from 2001 to 2286: seconds have ten. */
const MILLISECONDS = /^[1-9]\d{12}$/

/** Requests a provider may make: with full batches, five thousand items a second. */
const PROVIDER_LIMIT: LimitRule = { points: 600, windowSec: 60, blockSec: 0 }
/** Requests a unit's programs may make. */
const UNIT_LIMIT: LimitRule = { points: 60, windowSec: 60, blockSec: 0 }
/** Stands in for the secret of a provider that is not there, so that both refusals take as long. */
const NO_SECRET = 'nobody'
/** Providers whose keys are kept at most. */
const KEPT_MOST = 1_000

/**
 * Which provider's or unit's program is calling. Nothing of the body is understood before its signature holds.
 * @throws AppError 401 where the request is unsigned, stale, wrongly signed or was made before; 403, 429
 */
export async function admitProgram(
  deps: Deps,
  { access }: Pick<Endpoint, 'access'>,
  req: HonoRequest,
  readBody: () => Promise<ArrayBuffer>,
): Promise<SignedProgram> {
  const [appKey, time, nonce, signature] = ['x-app-key', 'x-time', 'x-nonce', 'x-signature'].map((name) =>
    req.header(name),
  )
  if (!appKey || !time || !nonce || !signature) throw new AppError(401, REFUSALS.missing)
  const now = deps.now()
  if (!MILLISECONDS.test(time)) throw new AppError(401, REFUSALS.milliseconds)
  if (Math.abs(Number(time) - now.getTime()) > SIGNATURE_WINDOW_MS) throw new AppError(401, REFUSALS.time)
  if (!NONCE.test(nonce)) throw new AppError(401, REFUSALS.nonce)
  const { pathname, search } = new URL(req.url)
  const bodyDigest = digestOf(new Uint8Array(await readBody()))
  const signed = { method: req.method, path: pathname + search, time, nonce, bodyDigest }
  const use = { now, nonce, expiresAt: new Date(Number(time) + 2 * SIGNATURE_WINDOW_MS) }
  const known = knownTo(deps.secrets)
  const kept = known.get(appKey)
  if (kept && isSignature(signature, kept.secret, signed)) {
    const used = await useNonce(deps.db, kept, use)
    // Nobody by this key and secret passes any more: what was kept is asked for anew.
    if (used) return admitted(kept, used)
  }
  const found = await findProvider(deps, appKey)
  const ofUnit = found ? undefined : await findUnitKey(deps, appKey)
  if (ofUnit && isSignature(signature, ofUnit.secret, signed)) {
    if (access !== 'signed') throw new AppError(403, REFUSALS.unit)
    return admitUnit(deps, ofUnit, use)
  }
  const isTheirs = isSignature(signature, found?.secret ?? NO_SECRET, signed)
  if (!found || !isTheirs) throw new AppError(401, REFUSALS.signature)
  if (found.status !== PASSED) throw new AppError(403, REFUSALS.review)
  if (found.suspendedAt !== null) throw new AppError(403, REFUSALS.suspended)
  if (known.size >= KEPT_MOST) known.clear()
  known.set(appKey, found)
  const used = await useNonce(deps.db, found, use)
  // Between the two statements the secret was changed.
  if (!used) throw new AppError(401, REFUSALS.signature)
  return admitted(found, used)
}

function admitted({ id }: Found, { name, isFresh, isAllowed }: Used): Program {
  if (!isFresh) throw new AppError(401, REFUSALS.replayed)
  if (!isAllowed) throw new AppError(429, REFUSALS.tooMany)
  return { providerId: id, name }
}

/** A provider by its key, its secret opened. */
interface Found {
  readonly id: number
  readonly appKey: string
  readonly sealed: string
  readonly secret: string
  readonly status: number
  readonly suspendedAt: Date | null
}

/*
 * What the last requests were signed with, so that a request need not ask before it is checked. It lets nobody in: the
 * statement that uses the nonce up asks whether key, secret and review are still these.
 */
const knownBy = new WeakMap<Secrets, Map<string, Found>>()

function knownTo(secrets: Secrets): Map<string, Found> {
  const known = knownBy.get(secrets) ?? new Map<string, Found>()
  knownBy.set(secrets, known)
  return known
}

async function findProvider(deps: Deps, appKey: string): Promise<Found | undefined> {
  if (!/^[\w-]{1,64}$/.test(appKey)) return undefined
  const [found] = await deps.db
    .select({
      id: provider.id,
      sealed: provider.secret,
      status: provider.status,
      suspendedAt: provider.suspendedAt,
    })
    .from(provider)
    .where(eq(provider.appKey, appKey))
  return found && { ...found, appKey, secret: deps.secrets.open(found.sealed) }
}

interface UnitKey {
  readonly id: number
  readonly name: string
  readonly secret: string
}

async function findUnitKey(deps: Deps, appKey: string): Promise<UnitKey | undefined> {
  if (!/^[\w-]{1,64}$/.test(appKey)) return undefined
  const [found] = await deps.db
    .select({ id: unit.id, name: unit.name, sealed: unit.secret })
    .from(unit)
    .where(eq(unit.appKey, appKey))
  return found && { id: found.id, name: found.name, secret: deps.secrets.open(found.sealed) }
}

async function admitUnit(deps: Deps, { id, name }: UnitKey, { now, nonce, expiresAt }: Use): Promise<UnitProgram> {
  const used = await deps.db
    .insert(unitNonce)
    .values({ unitId: id, nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: unitNonce.nonce })
  if (used.length === 0) throw new AppError(401, REFUSALS.replayed)
  const { allowed } = await deps.limits.take(`unit-key:${id}`, UNIT_LIMIT, now)
  if (!allowed) throw new AppError(429, REFUSALS.tooMany)
  return { unitId: id, name }
}

/** A request's nonce, and until when it is kept. */
interface Use {
  readonly now: Date
  readonly nonce: string
  readonly expiresAt: Date
}

interface Used {
  readonly name: string
  /** Whether the nonce had not been used. */
  readonly isFresh: boolean
  /** Whether the provider may make another request now. */
  readonly isAllowed: boolean
}

const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/*
 * The nonce is kept until the request's time alone would refuse it. The commit is not waited for: the request's own
 * commit comes after it in the log, so that nothing is acknowledged whose nonce could be lost.
 */
const USE_NONCE = statement<{ name: string; fresh: boolean; allowed: boolean }>(
  'admit_program_use_nonce',
  sql`
  with known as materialized (
    select id, name from provider where id = ${given('id', 'bigint')} and app_key = ${given('appKey', 'text')}
      and secret = ${given('sealed', 'text')} and status = ${sql.raw(String(PASSED))} and suspended_at is null
  ), used as (
    insert into provider_nonce (provider_id, nonce, expires_at)
    select id, ${given('nonce', 'text')}, ${given('expiresAt', 'timestamptz')} from known
    on conflict do nothing returning provider_id
  ), counted as (
    ${takeOne(
      PROVIDER_LIMIT,
      {
        key: sql.placeholder('limitKey'),
        now: sql.placeholder('now'),
        windowEnd: sql.placeholder('windowEnd'),
        blockEnd: sql.placeholder('windowEnd'),
      },
      sql`from used`,
    )}
  )
  select name, exists (select from used) as fresh, exists (select from counted) as allowed,
    set_config('synchronous_commit', 'off', true) as lazily
  from known`,
)

/** Uses a nonce up and counts the request. @returns null where the provider is not there as it was found */
async function useNonce(db: Db, { id, appKey, sealed }: Found, { now, nonce, expiresAt }: Use): Promise<Used | null> {
  const [row] = await USE_NONCE(db, {
    id,
    appKey,
    sealed,
    nonce,
    expiresAt: expiresAt.toISOString(),
    limitKey: `ingest:${id}`,
    now: now.toISOString(),
    windowEnd: new Date(now.getTime() + PROVIDER_LIMIT.windowSec * 1000).toISOString(),
  })
  return row ? { name: row.name, isFresh: row.fresh, isAllowed: row.allowed } : null
}
