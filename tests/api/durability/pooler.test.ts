import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { building } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import { createTestApi } from '../../support/api-context.ts'
import { withContent } from '../../support/database-content.ts'
import { OWN, resultsOf, somewhere, wire } from '../../support/point-fixtures.ts'
import { type Pooler, startPooler } from '../../support/pooler.ts'
import { type PostgresServer, startPostgresServer } from '../../support/postgres-server.ts'
import { programOf } from '../../support/provider-program.ts'
import { repositoryRoot as root } from '../../support/repository-root.ts'
import { silentLog as log } from '../../support/silent-log.ts'

let server: PostgresServer
let pooler: Pooler
let database: OpenDatabase
beforeAll(async () => {
  server = await startPostgresServer('volatile')
  await withContent('demo', server.url, () => Promise.resolve())
  pooler = await startPooler(server.url, 2)
  database = await openDatabase(pooler.url, { log, root, maxConnections: 12, directUrl: server.url })
  await database.migrate()
})
afterAll(async () => {
  await database.close()
  await pooler.stop()
  await server.stop()
})

test('a pooler in transaction mode serves concurrent calls over two connections', async () => {
  const t = await createTestApi(database.db)
  const token = await t.signIn('zongdui')
  const lists = Array.from({ length: 40 }, (_, n) =>
    t.call(building.list, { currentPage: String(1 + (n % 3)), pageSize: '10' } as never, token),
  )
  expect((await Promise.all(lists)).map(({ body }) => body.code)).toEqual(Array(40).fill(200))
  const { projectId, gauge } = await somewhere(t)
  const items = [1, 2, 3].map((n) => ({
    projectId,
    pointNumber: gauge.pointNumber,
    time: wire(t, n * 1_000),
    measures: { pressure: 0.4 },
  }))
  const program = programOf(t, OWN)
  const sent = await Promise.all(items.map((item) => program.call(ingest.readings, { items: [item] })))
  expect(sent.flatMap(resultsOf)).toEqual(Array(3).fill('accepted'))
  const { rows } = await database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  expect(rows[0]!.n).toBeLessThanOrEqual(2)
})

test('each connection has the timeouts and UTC, also inside transactions', async () => {
  const settings = () =>
    database.db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock, current_setting('timezone') as zone from pg_sleep(0.05)`)
      return Object.values(rows[0]!).join(' ')
    })
  expect(await Promise.all(Array.from({ length: 12 }, settings))).toEqual(Array(12).fill('25s 7s UTC'))
})

test('a pooler that sets no timeouts is refused with the way to set them', async () => {
  const lax = await startPooler(server.url, 2, false)
  const opened = await openDatabase(lax.url, { log, root, directUrl: server.url })
  try {
    await expect(opened.migrate()).rejects.toThrow(/connect_query must set (statement|lock)_timeout/)
  } finally {
    await opened.close()
    await lax.stop()
  }
})
