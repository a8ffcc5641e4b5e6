import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isConnectionLoss, isLockTimeout } from '#server/db/errors.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-db.ts'
import { dropMonthsBefore, makeMonthsAhead } from '#server/record/drop-old-months.ts'
import { startPostgresServer, type PostgresServer } from '../../support/postgres-server.ts'
import { repositoryRoot as root } from '../../support/repository-root.ts'
import { silentLog as log } from '../../support/silent-log.ts'

// Databases and processes are started here, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('a PostgreSQL server', () => {
  let server: PostgresServer
  let opened: OpenDatabase

  beforeAll(async () => {
    server = await startPostgresServer()
    opened = await openDatabase(server.url, { log, root })
  })

  afterAll(async () => {
    await opened.close()
    await server.stop()
  })

  test('two processes that start together bring the tables up once', async () => {
    const other = await openDatabase(server.url, { log, root })
    await Promise.all([opened.migrate(), other.migrate()])
    const { rows } = await other.pool.query(
      'select count(*)::int as n, count(distinct hash)::int as kinds from drizzle.__drizzle_migrations',
    )
    expect(rows[0]).toEqual({ n: rows[0].kinds, kinds: expect.any(Number) })
    await other.close()
  })

  test('every connection keeps time in UTC and gives up on a statement after 25 seconds, on a lock after 7', async () => {
    expect((await opened.pool.query('show time zone')).rows).toEqual([{ TimeZone: 'UTC' }])
    expect((await opened.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '25s' }])
    expect((await opened.pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '7s' }])
  })

  test('a session cut off by the server fails its own query, and the next one is answered', async () => {
    const client = await opened.pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const cut = client.query('select pg_sleep(20)').catch((e: unknown) => e)
    await opened.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    const error = await cut
    expect(isConnectionLoss(error)).toBe(true)
    client.release(true)
    expect((await opened.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  test('behind somebody who reads for long, as a backup does, no new month and no drop of an old one stands in line', async () => {
    const [now, since] = [new Date('2026-03-23T02:15:00Z'), new Date('2023-03-01T00:00:00Z')]
    await opened.migrate()
    await opened.pool.query(`select ensure_month('reading', '2020-01-01')`)
    const reader = await opened.pool.connect()
    await reader.query('begin isolation level repeatable read read only')
    await reader.query('select count(*) from reading')
    const errors = [
      await makeMonthsAhead(opened.db, now).catch((e: unknown) => e),
      await dropMonthsBefore(opened.db, since).catch((e: unknown) => e),
    ]
    expect(errors.map(isLockTimeout)).toEqual([true, true])
    expect(errors.map(isConnectionLoss)).toEqual([true, true])
    await reader.query('commit')
    reader.release()
    await makeMonthsAhead(opened.db, now)
    expect(await dropMonthsBefore(opened.db, since)).toEqual(['reading_202001'])
    expect((await opened.pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '7s' }])
  })

  test('while the server is gone, a query says so and the process lives on', async () => {
    const brief = await startPostgresServer()
    const lost = await openDatabase(brief.url, { log, root })
    await lost.pool.query('select 1')
    const borrowed = await lost.pool.connect()
    await brief.stop()
    expect(isConnectionLoss(await borrowed.query('select 1').catch((e: unknown) => e))).toBe(true)
    borrowed.release(true)
    expect(isConnectionLoss(await lost.pool.query('select 1').catch((e: unknown) => e))).toBe(true)
    await lost.close()
  })
})
