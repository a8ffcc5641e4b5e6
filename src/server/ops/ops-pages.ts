import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { VERSION } from '../version.ts'
import { UNWATCHED } from './unwatched.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** What proxies add: a caller with one of these is not on this machine, however it is reached. */
const OF_PROXIES = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
const digest = (text: string) => createHash('sha256').update(text).digest()

/** Where a token is set, whoever brings it; without one this machine alone, and nobody who came by a proxy. */
function mayRead(c: Context, token: string | undefined): boolean {
  if (token !== undefined) {
    const brought = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(brought), digest(token))
  }
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return LOOPBACK.test(socket?.remoteAddress ?? '') && OF_PROXIES.every((name) => c.req.header(name) === undefined)
}

type Readiness = 'ok' | 'leaving' | 'database' | 'read-only' | 'migrations'

/** Whether every call can be answered here, those that write too; what prevents it has one word. */
async function readiness(deps: Deps): Promise<Readiness> {
  const { isMigrated } = deps.operation ?? UNWATCHED
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

/** However often it is asked, the database is asked once in so long. */
const READY_MS = 1_000

/** What balancers and Prometheus ask: whether the process lives, whether it can answer, what it did. */
export function mountOpsPages(app: Hono, deps: Deps): void {
  app.get('/ops/health', (c) => c.json({ status: 'ok', version: VERSION }))
  const { isLeaving } = deps.operation ?? UNWATCHED
  let looked = { at: -Infinity, told: Promise.resolve<Readiness>('ok') }
  app.get('/ops/ready', async (c) => {
    if (performance.now() - looked.at > READY_MS) looked = { at: performance.now(), told: readiness(deps) }
    const status = isLeaving() ? 'leaving' : await looked.told
    return c.json({ status, version: VERSION }, status === 'ok' ? 200 : 503)
  })
  app.get('/ops/metrics', async (c, next) => {
    const { metrics, metricsToken } = deps.operation ?? UNWATCHED
    if (!mayRead(c, metricsToken)) return next()
    return c.text(await metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
}
