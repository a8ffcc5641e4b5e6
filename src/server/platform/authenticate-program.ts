import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { HonoRequest } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { NONCE, SIGNATURE_REFUSALS as REFUSALS, SIGNATURE_WINDOW_MS } from '#contract/signature.ts'
import { AppError } from './app-error.ts'
import type { Db } from './db/open-db.ts'
import { statement } from './db/statement.ts'
import type { Deps, Secrets } from './deps.ts'
import { PASSED, provider } from '../schema/provider.table.ts'
import { type LimitRule, takeOne } from './rate-limit.ts'
import { unit } from '../schema/unit.table.ts'
import { unitNonce } from '../schema/provider-nonce.table.ts'
import { bodyDigest, isSignature } from './signature.ts'

export interface Program {
  readonly providerId: number
  readonly name: string
}

export interface UnitProgram {
  readonly unitId: number
  readonly name: string
}

export type SignedProgram = Program | UnitProgram

/** Milliseconds since 1970: thirteen digits from 2001 to 2286. Rejects seconds, which have ten. */
const MILLISECONDS = /^[1-9]\d{12}$/

/** 600 full batches a minute: five thousand items a second. */
const PROVIDER_LIMIT: LimitRule = { points: 600, windowSec: 60, blockSec: 0 }
const UNIT_LIMIT: LimitRule = { points: 60, windowSec: 60, blockSec: 0 }
const KEPT_MOST = 1_000

/** @throws AppError 401 if unsigned, stale, wrongly signed or replayed; 403 if not approved, suspended or disabled; 429 */
export async function authenticateProgram(
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
  const digest = bodyDigest(new Uint8Array(await readBody()))
  const signed = { method: req.method, path: pathname + search, time, nonce, bodyDigest: digest }
  const use = { now, nonce, expiresAt: new Date(Number(time) + 2 * SIGNATURE_WINDOW_MS) }
  const known = knownTo(deps.secrets)
  const kept = known.get(appKey)?.find(({ secret }) => isSignature(signature, secret, signed))
  if (kept) {
    const used = await useNonce(deps.db, kept, use)
    if (used) return admitted(kept, used)
  }
  const found = await findProvider(deps, appKey)
  const ofUnit = found ? undefined : await findUnitKey(deps, appKey)
  if (ofUnit && isSignature(signature, ofUnit.secret, signed)) {
    if (!ofUnit.isEnabled) throw new AppError(403, REFUSALS.unitDisabled)
    if (access !== 'signed') throw new AppError(403, REFUSALS.unit)
    return admitUnit(deps, ofUnit, use)
  }
  const valid = keysAt(found, now)
  const theirs = valid.find(({ secret }) => isSignature(signature, secret, signed))
  if (!found || !theirs) throw new AppError(401, REFUSALS.signature)
  requireAdmission(found)
  if (known.size >= KEPT_MOST) known.clear()
  known.set(appKey, valid)
  const used = await useNonce(deps.db, theirs, use)
  if (!used) throw new AppError(401, REFUSALS.signature)
  return admitted(theirs, used)
}

interface SignedMessage {
  readonly topic: string
  readonly time: string
  readonly signature: string
  readonly body: string
}

/** Without a nonce: brokers deliver again. */
const MESSAGE_AGE_MS = 7 * 24 * 3_600_000

/** @throws AppError 401, 403 */
export async function authenticateMessage(
  deps: Pick<Deps, 'db' | 'now' | 'secrets'>,
  appKey: string,
  { topic, time, signature, body }: SignedMessage,
): Promise<number> {
  const age = deps.now().getTime() - Number(time)
  if (age > MESSAGE_AGE_MS || age < -SIGNATURE_WINDOW_MS) throw new AppError(401, REFUSALS.messageTime)
  const found = await findProvider(deps, appKey)
  const signed = { method: 'MQTT', path: topic, time, nonce: '', bodyDigest: bodyDigest(body) }
  const isTheirs = keysAt(found, deps.now()).some(({ secret }) => isSignature(signature, secret, signed))
  if (!found || !isTheirs) throw new AppError(401, REFUSALS.signature)
  requireAdmission(found)
  return found.id
}

export async function limitMessages({ limits, now }: Pick<Deps, 'now' | 'limits'>, providerId: number): Promise<void> {
  if (!(await limits.take(`ingest:${providerId}`, PROVIDER_LIMIT, now())).allowed)
    throw new AppError(429, REFUSALS.tooMany)
}

function requireAdmission({ status, suspendedAt }: Found): void {
  if (status !== PASSED) throw new AppError(403, REFUSALS.review)
  if (suspendedAt !== null) throw new AppError(403, REFUSALS.suspended)
}

function admitted({ id }: Key, { name, isFresh, isAllowed }: Used): Program {
  if (!isFresh) throw new AppError(401, REFUSALS.replayed)
  if (!isAllowed) throw new AppError(429, REFUSALS.tooMany)
  return { providerId: id, name }
}

interface Key {
  readonly id: number
  readonly appKey: string
  readonly sealed: string
  readonly secret: string
}

interface Found {
  readonly id: number
  readonly status: number
  readonly suspendedAt: Date | null
  readonly keys: readonly (Key & { readonly until: Date | null })[]
}

const NO_KEY: Key = { id: 0, appKey: '', sealed: '', secret: 'nobody' }

const keysAt = (found: Found | undefined, now: Date): readonly Key[] =>
  found?.keys.filter(({ until }) => until === null || until > now) ?? [NO_KEY]

/* USE_NONCE checks key, secret and review status again. */
const knownBy = new WeakMap<Secrets, Map<string, readonly Key[]>>()

function knownTo(secrets: Secrets): Map<string, readonly Key[]> {
  const known = knownBy.get(secrets) ?? new Map<string, readonly Key[]>()
  knownBy.set(secrets, known)
  return known
}

async function findProvider({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, appKey: string): Promise<Found | undefined> {
  const [found] = await db
    .select({
      id: provider.id,
      sealed: provider.secret,
      formerSecret: provider.formerSecret,
      formerUntil: provider.formerUntil,
      status: provider.status,
      suspendedAt: provider.suspendedAt,
    })
    .from(provider)
    .where(eq(provider.appKey, appKey))
  if (!found) return undefined
  const { id, sealed, formerSecret, formerUntil, ...state } = found
  const keyOf = (one: string, until: Date | null) => ({ id, appKey, sealed: one, secret: secrets.open(one), until })
  return {
    id,
    ...state,
    keys: [keyOf(sealed, null), ...(formerSecret && formerUntil ? [keyOf(formerSecret, formerUntil)] : [])],
  }
}

export async function authenticKeys(deps: Pick<Deps, 'db' | 'secrets'>, appKey: string, now: Date) {
  const provider = await findProvider(deps, appKey)
  // Of an unknown appKey no signature is right.
  return { provider, secrets: provider ? keysAt(provider, now).map(({ secret }) => secret) : [randomUUID()] }
}

interface UnitKey {
  readonly id: number
  readonly name: string
  readonly secret: string
  readonly isEnabled: boolean
}

async function findUnitKey(deps: Deps, appKey: string): Promise<UnitKey | undefined> {
  const [found] = await deps.db
    .select({
      id: unit.id,
      name: unit.name,
      sealed: unit.secret,
      isEnabled: sql<boolean>`exists (select 1 from account a where a.unit_id = "unit"."id" and a.status = 0)`,
    })
    .from(unit)
    .where(eq(unit.appKey, appKey))
  if (!found) return undefined
  const { sealed, ...key } = found
  return { ...key, secret: deps.secrets.open(sealed) }
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

interface Use {
  readonly now: Date
  readonly nonce: string
  readonly expiresAt: Date
}

interface Used {
  readonly name: string
  readonly isFresh: boolean
  readonly isAllowed: boolean
}

const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/* Asynchronous commit is safe: the request's own commit follows in the WAL. */
const USE_NONCE = statement<{ name: string; fresh: boolean; allowed: boolean }>(
  'admit_program_use_nonce',
  sql`
  with known as materialized (
    select id, name from provider where id = ${given('id', 'bigint')} and app_key = ${given('appKey', 'text')}
      and (secret = ${given('sealed', 'text')}
        or former_secret = ${given('sealed', 'text')} and former_until > ${given('now', 'timestamptz')}) and status = ${sql.raw(String(PASSED))} and suspended_at is null
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

/** @returns null if key, secret, review or suspension changed since the key was read */
async function useNonce(db: Db, { id, appKey, sealed }: Key, { now, nonce, expiresAt }: Use): Promise<Used | null> {
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
