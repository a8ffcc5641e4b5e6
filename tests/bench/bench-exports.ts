import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { unitManagement } from '#contract/unit-management.ts'
import { hashToken } from '#server/platform/session.ts'
import { createApi } from '#server/create-api.ts'
import { type Db, openDatabase } from '#server/platform/db/open-db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { benchDatabase } from './support/bench-database.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { tell } from './support/tell.ts'

const ROWS = 100_000
const ID = 990_000

const middle = (list: number[], part = 0.5) => list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * part)] ?? 0
const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)

async function prepare(db: Db, now: Date): Promise<string> {
  await db.execute(sql`insert into organ (id, name, level) values (${ID}, 'bench', 1) on conflict do nothing`)
  await db.execute(sql`
    insert into account (id, account, name, role, organ_id, password_hash, must_change_password, created_at)
    values (${ID}, 'bench-export', 'bench', 'government', ${ID}, '-', false, now()) on conflict do nothing`)
  const [{ n } = { n: 0 }] = (await db.execute<{ n: number }>(sql`select count(*)::int as n from unit`)).rows
  await db.execute(sql`
    insert into unit (name, reg_name, province_no, city_no, county, street_no, address_detail, type, app_key, secret, created_at, modified_at)
    select '社会单位有限公司' || i, '注册名称' || i, '310000', '310100', '310106', '310106011', '江宁路' || i || '号', 1, 'bench' || i, 's', now(), now()
    from generate_series(1, ${ROWS - n}::int) i`)
  await db.execute('analyze unit')
  const token = randomBytes(32).toString('base64url')
  await db.execute(sql`delete from session where account_id = ${ID}`)
  await db.execute(sql`
    insert into session (token_hash, account_id, created_at, last_seen_at)
    values (${hashToken(token)}, ${ID}, ${now.toISOString()}, ${now.toISOString()})`)
  return token
}

export async function benchExports(): Promise<void> {
  const database = await benchDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'fire-exports-'))
  const opened = await openDatabase(database.url, { log: silentLog, root })
  try {
    await opened.migrate()
    const { db } = opened
    const now = new Date()
    const token = await prepare(db, now)
    const deps = {
      db,
      now: () => now,
      newToken: () => randomBytes(32).toString('base64url'),
      files: openFileStore(`file:${folder}`, '/'),
      limits: { take: async () => ({ allowed: true }) },
      log: pino({ level: 'silent' }),
      hasRoom: () => true,
      settings: { trustProxy: false },
    } as unknown as Deps
    const api = createApi(deps)
    const ask = async (path: string, signal?: AbortSignal) =>
      api.request(path, { headers: { 'x-auth-token': token }, ...(signal && { signal }) })
    const page = async () => {
      const from = performance.now()
      const body = (await (await ask(`${unitManagement.list.path}?currentPage=1&pageSize=10`)).json()) as {
        code: number
      }
      if (body.code !== 200) throw new Error(`list: ${body.code}`)
      return performance.now() - from
    }
    const alone: number[] = []
    for (let i = 0; i < 60; i++) alone.push(await page())

    globalThis.gc?.()
    const before = process.memoryUsage()
    let [heap, rss] = [0, 0]
    const sampling = setInterval(() => {
      const { heapUsed, rss: all } = process.memoryUsage()
      heap = Math.max(heap, heapUsed)
      rss = Math.max(rss, all)
    }, 20)
    const beside: number[] = []
    const state = { done: false }
    const from = performance.now()
    const exporting = ask(unitManagement.export.path).then(async (response) => {
      state.done = true
      return (await response.json()) as { code: number; data: string }
    })
    while (!state.done) beside.push(await page())
    const { code, data } = await exporting
    const took = performance.now() - from
    clearInterval(sampling)
    const file = await api.request(data)
    const size = (await file.arrayBuffer()).byteLength
    if (code !== 200) throw new Error(`export: ${code}`)
    const where = 'PostgreSQL'
    const name = `export of ${ROWS} rows`
    tell({ name: `${name}, ${megabytes(size)} MB`, where, value: took / 1000, unit: 's' })
    tell({
      name: `${name}, heap at most`,
      where,
      value: megabytes(heap),
      unit: 'MB',
      reference: { name: 'before', value: megabytes(before.heapUsed) },
    })
    tell({
      name: `${name}, whole process at most`,
      where,
      value: megabytes(rss),
      unit: 'MB',
      reference: { name: 'before', value: megabytes(before.rss) },
    })
    tell({
      name: `a list's page beside an ${name}`,
      where,
      value: middle(beside),
      unit: 'ms',
      reference: { name: 'alone', value: middle(alone) },
      goal: '≤ 2',
    })
    const gone = new AbortController()
    const cancelled = ask(unitManagement.export.path, gone.signal)
    await new Promise((resolve) => setTimeout(resolve, 300))
    gone.abort()
    const left = performance.now()
    await cancelled
    const busy = async () =>
      (
        await db.execute<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like '%"unit"%'`)
      ).rows[0]!.n
    while ((await busy()) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    tell({ name: `${name}, cancelled: until no query of it runs`, where, value: performance.now() - left, unit: 'ms' })
  } finally {
    await opened.close()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
