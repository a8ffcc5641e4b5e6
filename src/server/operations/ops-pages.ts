import { setTimeout as later } from 'node:timers/promises'
import type { Context, Hono, Next } from 'hono'
import { sql } from 'drizzle-orm'
import { ERROR_TEXT } from '#contract/errors.ts'
import type { Deps } from '../platform/deps.ts'
import { VERSION } from '../platform/version.ts'
import { NOOP_OPERATIONS } from '../platform/noop-operations.ts'
import { faultPage, HIDE_PATH } from './fault-page.ts'
import { hideFault } from './fault.store.ts'
import { mayRead } from './may-read.ts'
import { type Html, STYLE, STYLE_PATH } from './ops-layout.ts'
import { visitPage } from './visit-page.ts'

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

const soonReadiness = (deps: Deps): Promise<Readiness> =>
  Promise.race([readiness(deps), later(SILENT_MS, 'database' as const, { ref: false })])

const READY_MS = 400
const SILENT_MS = 3_000

export function mountOpsPages(app: Hono, deps: Deps): void {
  app.get('/ops/health', (c) => c.json({ status: 'ok', version: VERSION }))
  const { isDraining } = deps.operations ?? NOOP_OPERATIONS
  let looked = { at: -Infinity, told: Promise.resolve<Readiness>('ok') }
  app.get('/ops/ready', async (c) => {
    if (performance.now() - looked.at > READY_MS) looked = { at: performance.now(), told: soonReadiness(deps) }
    const status = isDraining() ? 'leaving' : await looked.told
    return c.json({ status, version: VERSION }, status === 'ok' ? 200 : 503)
  })
  app.get('/ops/metrics', async (c, next) => {
    const { metrics } = deps.operations ?? NOOP_OPERATIONS
    if (!mayRead(c, deps)) return next()
    return c.text(await metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
  const page = (render: (of: Deps, asked: (name: string) => string | undefined) => Promise<Html>) =>
    onlyReaders(deps, async (c) => c.html(await render(deps, (name) => c.req.query(name))))
  app.get('/ops/faults', page(faultPage))
  app.get('/ops/visits', page(visitPage))
  app.get(STYLE_PATH, (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.post(
    HIDE_PATH,
    onlyReaders(deps, async (c) => {
      if (!['same-origin', undefined].includes(c.req.header('sec-fetch-site'))) return c.text(ERROR_TEXT[403], 403)
      const { fault, hidden } = await c.req.parseBody()
      if (typeof fault === 'string') await hideFault(deps.db, fault, hidden === '1' ? VERSION : null)
      return c.redirect(hidden === '1' ? '/ops/faults' : '/ops/faults?shown=all', 303)
    }),
  )
}

function onlyReaders(deps: Deps, handle: (c: Context) => Promise<Response>) {
  return async (c: Context, next: Next) => {
    if (mayRead(c, deps)) return handle(c)
    if (deps.operations?.metricsToken === undefined) return next()
    return c.text(ERROR_TEXT[401], 401, { 'www-authenticate': 'Basic realm="ops", charset="UTF-8"' })
  }
}
