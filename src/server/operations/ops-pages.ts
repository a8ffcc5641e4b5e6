import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { sql } from 'drizzle-orm'
import type { Deps } from '../platform/deps.ts'
import { VERSION } from '../platform/version.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** Such a request is not local, even on loopback. */
const OF_PROXIES = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Without a token: direct loopback only. */
function mayRead(c: Context, token: string | undefined): boolean {
  if (token !== undefined) {
    const brought = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(brought), digest(token))
  }
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return LOOPBACK.test(socket?.remoteAddress ?? '') && OF_PROXIES.every((name) => c.req.header(name) === undefined)
}

type Readiness = 'ok' | 'leaving' | 'database' | 'read-only' | 'migrations'

async function readiness(deps: Deps): Promise<Readiness> {
  const { isMigrated } = deps.operations ?? NOOP_OPERATIONS
  try {
    const { rows } = await deps.db.execute<{ readOnly: boolean }>(
      sql`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`,
    )
    if (rows[0]?.readOnly !== false) return 'read-only'
    return (await isMigrated()) ? 'ok' : 'migrations'
  } catch {
    return 'database'
  }
}

const READY_MS = 1_000

export function mountOpsPages(app: Hono, deps: Deps): void {
  app.get('/ops/health', (c) => c.json({ status: 'ok', version: VERSION }))
  const { isDraining } = deps.operations ?? NOOP_OPERATIONS
  let looked = { at: -Infinity, told: Promise.resolve<Readiness>('ok') }
  app.get('/ops/ready', async (c) => {
    if (performance.now() - looked.at > READY_MS) looked = { at: performance.now(), told: readiness(deps) }
    const status = isDraining() ? 'leaving' : await looked.told
    return c.json({ status, version: VERSION }, status === 'ok' ? 200 : 503)
  })
  app.get('/ops/metrics', async (c, next) => {
    const { metrics, metricsToken } = deps.operations ?? NOOP_OPERATIONS
    if (!mayRead(c, metricsToken)) return next()
    return c.text(await metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
}
