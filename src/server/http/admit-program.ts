import { eq } from 'drizzle-orm'
import type { HonoRequest } from 'hono'
import { NONCE, SIGNATURE_REFUSALS as REFUSALS, SIGNATURE_WINDOW_MS } from '#contract/signature.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { PASSED, provider } from '../provider/provider.table.ts'
import { providerNonce } from './provider-nonce.table.ts'
import type { LimitRule } from './rate-limit.ts'
import { digestOf, isSignature } from './signature.ts'

/** A provider's program that signed the request. */
export interface Program {
  readonly providerId: number
  readonly name: string
}

/** Requests a provider may make: with full batches, five thousand items a second. */
const PROVIDER_LIMIT: LimitRule = { points: 600, windowSec: 60, blockSec: 0 }
/** Stands in for the secret of a provider that is not there, so that both refusals take as long. */
const NO_SECRET = 'nobody'

/**
 * Which provider's program is calling. Nothing of the body is understood before its signature holds.
 * @throws AppError 401 where the request is unsigned, stale, wrongly signed or was made before; 403, 429
 */
export async function admitProgram(deps: Deps, req: HonoRequest): Promise<Program> {
  const [appKey, time, nonce, signature] = ['x-app-key', 'x-time', 'x-nonce', 'x-signature'].map((name) =>
    req.header(name),
  )
  if (!appKey || !time || !nonce || !signature) throw new AppError(401, REFUSALS.missing)
  const now = deps.now()
  if (!/^\d{1,15}$/.test(time) || Math.abs(Number(time) - now.getTime()) > SIGNATURE_WINDOW_MS)
    throw new AppError(401, REFUSALS.time)
  if (!NONCE.test(nonce)) throw new AppError(401, REFUSALS.nonce)
  const found = await findProvider(deps, appKey)
  const { pathname, search } = new URL(req.url)
  const bodyDigest = digestOf(new Uint8Array(await req.arrayBuffer()))
  const signed = { method: req.method, path: pathname + search, time, nonce, bodyDigest }
  const isTheirs = isSignature(signature, found ? deps.secrets.open(found.secret) : NO_SECRET, signed)
  if (!found || !isTheirs) throw new AppError(401, REFUSALS.signature)
  if (found.status !== PASSED) throw new AppError(403, REFUSALS.review)
  await useNonce(deps, found.id, nonce, Number(time))
  const { allowed } = await deps.limits.take(`ingest:${found.id}`, PROVIDER_LIMIT, now)
  if (!allowed) throw new AppError(429, REFUSALS.tooMany)
  return { providerId: found.id, name: found.name }
}

async function findProvider(deps: Deps, appKey: string) {
  if (!/^[\w-]{1,64}$/.test(appKey)) return undefined
  const [found] = await deps.db
    .select({ id: provider.id, name: provider.name, secret: provider.secret, status: provider.status })
    .from(provider)
    .where(eq(provider.appKey, appKey))
  return found
}

/** Kept until the request's time alone would refuse it. */
async function useNonce(deps: Deps, providerId: number, nonce: string, time: number): Promise<void> {
  const [fresh] = await deps.db
    .insert(providerNonce)
    .values({ providerId, nonce, expiresAt: new Date(time + 2 * SIGNATURE_WINDOW_MS) })
    .onConflictDoNothing()
    .returning({ nonce: providerNonce.nonce })
  if (!fresh) throw new AppError(401, REFUSALS.replayed)
}
