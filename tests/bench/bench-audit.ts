import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { seedDemoCity } from '#demo/seed/demo-city.ts'
import { auditLog } from '#contract/audit-log.ts'
import { openDatabase } from '#server/platform/db/open-db.ts'
import { sealAudit, verifyAudit } from '#server/reporting/audit-chain.ts'
import { SECRETS } from '../support/database-content.ts'
import { benchDatabase } from './support/bench-database.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { benchApi, signedIn } from './support/bench-api.ts'
import { tell } from './support/tell.ts'

const NOW = new Date('2026-03-23T10:15:00+08:00')
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const TURNS = 20

/** One every 25 seconds; few accounts make most. */
async function makeAudit(url: string): Promise<void> {
  // The pool's gives up on long work.
  const client = new Client({ connectionString: url })
  await client.connect()
  const db = drizzle(client)
  await seedDemoCity(db, { now: NOW, hashPassword: async () => '-' })
  await db.execute(sql`
    insert into audit (at, action, account_id, account, county, address, request_id, detail)
    select ${NOW.toISOString()}::timestamptz - (${ROWS}::int - i) * interval '25 seconds',
      case when i % 5000 = 0 then 'account.resetPassword' else (array['point.update', 'building.update', 'auth.signIn', 'problem.process'])[1 + i % 4] end,
      a.id, a.account, u.county, '10.0.0.1', 'bench-' || i,
      jsonb_build_object('buildingId', b.ids[1 + i % array_length(b.ids, 1)], 'pointId', i % 50000,
        'before', jsonb_build_object('floor', '1'), 'after', jsonb_build_object('floor', '2'))
    from generate_series(1, ${ROWS}::int) i
    cross join (select array_agg(id order by id) as ids from building) b
    join account a on a.account = case when i % 10000 = 0 then 'unit02' when i % 3 = 0 then 'unit01' else 'wuye01' end
    left join unit u on u.id = a.unit_id`)
  await db.execute('vacuum analyze')
  await client.end()
}

export async function benchAudit(): Promise<void> {
  const database = await benchDatabase()
  const opened = await openDatabase(database.url, { log: silentLog, root })
  try {
    await opened.migrate()
    const { db } = opened
    const [{ n } = { n: 0 }] = (await db.execute<{ n: number }>(sql`select count(*)::int as n from audit`)).rows
    if (n < ROWS) await makeAudit(database.url)
    const api = benchApi(db, NOW)
    const [city, district] = [await signedIn(db, 'zhidui', NOW), await signedIn(db, 'jingan', NOW)]
    const [{ id: building } = { id: 0 }] = (await db.execute<{ id: number }>(sql`select min(id) as id from building`))
      .rows
    const deep = `${NOW.getTime() - (ROWS - 100) * 25_000}_${1e14}`
    const early = '2025-08-01 00:00:00'
    const cases: readonly [string, Record<string, string>, string?][] = [
      ['all, first page', {}],
      ['all, last page', { cursor: deep }],
      ['a district, first page', {}, district],
      ['a district, last page', { cursor: deep }, district],
      ['a frequent account', { account: 'unit01' }],
      ['a rare account', { account: 'unit02' }],
      ['a rare action', { action: 'account.resetPassword' }],
      ['a building by number', { object: `building:${building}` }],
      ['a point of twenty changes', { object: 'point:777' }],
      ['what nobody changed', { object: 'point:99999999' }],
      ['buildings by a word', { object: '中心' }],
      ['an early month', { startTime: early, endTime: '2025-08-31' }],
      [
        'a rare action of an account in a month',
        { account: 'wuye01', action: 'account.resetPassword', startTime: early },
      ],
    ]
    const seconds = async (name: string, work: () => Promise<{ rows: number }>) => {
      const from = performance.now()
      const { rows } = await work()
      const value = (performance.now() - from) / 1000
      tell({ name: `audit, ${name}: ${rows} rows`, where: 'PostgreSQL', value, unit: 's' })
    }
    await seconds('sealed', async () => ({ rows: await sealAudit(db, SECRETS) }))
    await seconds('verified', () => verifyAudit(db, SECRETS))
    for (const [says, input, token = city] of cases) {
      const times: number[] = []
      let rows = 0
      for (let turn = 0; turn < TURNS; turn++) {
        const from = performance.now()
        const response = await api.request(`${auditLog.list.path}?${new URLSearchParams(input)}`, {
          headers: { 'x-auth-token': token },
        })
        const body = (await response.json()) as { code: number; message: string; data: { list: unknown[] } }
        times.push(performance.now() - from)
        if (body.code !== 200) throw new Error(`${says}: ${body.code} ${body.message}`)
        rows = body.data.list.length
      }
      times.sort((a, b) => a - b)
      const value = times[Math.floor((times.length - 1) * 0.95)] ?? 0
      tell({ name: `audit, ${says}: ${rows} rows, p95`, where: 'PostgreSQL, 1,000,000 rows', value, unit: 'ms' })
    }
  } finally {
    await opened.close()
    await database.stop()
  }
}
