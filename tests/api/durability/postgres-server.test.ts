import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApi } from '#server/create-api.ts'
import { isConnectionLoss, isLockTimeout } from '#server/platform/db/errors.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import { dropMonthsBefore, makeMonthsAhead } from '#server/devices/drop-old-months.ts'
import { describeStartError } from '#server/start-error.ts'
import { startPostgresServer, type PostgresServer } from '../../support/postgres-server.ts'
import { repositoryRoot as root } from '../../support/repository-root.ts'
import { silentLog as log } from '../../support/silent-log.ts'

// Possibly on busy machines.
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

  test('two processes that start together create the tables once', async () => {
    const other = await openDatabase(server.url, { log, root })
    await Promise.all([opened.migrate(), other.migrate()])
    const { rows } = await other.pool.query(
      'select count(*)::int as n, count(distinct hash)::int as kinds from drizzle.__drizzle_migrations',
    )
    expect(rows[0]).toEqual({ n: rows[0].kinds, kinds: expect.any(Number) })
    await other.close()
  })

  test('every connection uses UTC and cancels a statement after 25 seconds, a lock wait after 7', async () => {
    expect((await opened.pool.query('show time zone')).rows).toEqual([{ TimeZone: 'UTC' }])
    expect((await opened.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '25s' }])
    expect((await opened.pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '7s' }])
  })

  test('a session closed by the server fails its own query, and the next one is answered', async () => {
    const client = await opened.pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const cut = client.query('select pg_sleep(20)').catch((e: unknown) => e)
    await opened.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    const error = await cut
    expect(isConnectionLoss(error)).toBe(true)
    client.release(true)
    expect((await opened.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  test('a transaction whose connection is lost before it begins gives its place to the next', async () => {
    const narrow = await openDatabase(server.url, { log, root, maxConnections: 1 })
    for (const _ of [1, 2]) {
      narrow.pool.once('acquire', (client) => void client.end())
      const error = await narrow.db.transaction(() => Promise.resolve()).catch((e: unknown) => e)
      expect(isConnectionLoss(error)).toBe(true)
    }
    expect((await narrow.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await narrow.close()
  })

  test('creating a new month and dropping an old one do not queue behind a long read such as a backup', async () => {
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

  test('a user without permissions in the database gets one line that ends with the reason', async () => {
    await opened.pool.query(`create role limited login`)
    await opened.pool.query(`create database foreign_owned`)
    const url = new URL(server.url)
    url.username = 'limited'
    url.pathname = '/foreign_owned'
    const limited = await openDatabase(url.href, { log, root })
    const error = await limited.migrate().catch((e: unknown) => e)
    expect(describeStartError(error)).toBe(
      'DATABASE_URL: the user lacks rights in the database (docs/operations.md, Creating the database) (migration, at CREATE SCHEMA IF NOT EXISTS "drizzle": permission denied for database foreign_owned)',
    )
    await limited.close()
  })

  test('a failed migration is reported with its statement in short and PostgreSQL’s reason, detail and hint', async () => {
    await opened.pool.query('create database half_made')
    const half = await openDatabase(server.url.replace(/[^/]+$/, 'half_made'), { log, root })
    await half.pool.query('create view account as select 1 as n')
    const text = describeStartError(await half.migrate().catch((e: unknown) => e))
    expect(text).toMatch(/^migration 0000_frame, at CREATE TABLE "account" .*…: relation "account" already exists$/)
    await half.pool.query('drop view account; drop schema drizzle cascade')
    await half.pool.query('create role owner_of_half login')
    await half.pool.query('grant create on database half_made to owner_of_half')
    const url = new URL(server.url)
    url.username = 'owner_of_half'
    url.pathname = '/half_made'
    const limited = await openDatabase(url.href, { log, root })
    expect(describeStartError(await limited.migrate().catch((e: unknown) => e))).toMatch(
      /the user lacks rights .* \(migration 0000_frame, at CREATE TABLE .*: permission denied for schema public\)$/,
    )
    await half.migrate()
    await limited.close()
    await half.close()
  })

  test('a standby is not ready until it is promoted', async () => {
    const standby = await server.startStandby()
    const reading = await openDatabase(standby.url, { log, root })
    const ready = async () => {
      const answer = await createApi({ db: reading.db, settings: {} } as never).request('/ops/ready')
      return [answer.status, ((await answer.json()) as { status: string }).status]
    }
    expect(await ready()).toEqual([503, 'read-only'])
    await reading.pool.query('select pg_promote(true, 30)')
    expect(await ready()).toEqual([200, 'ok'])
    await reading.close()
    await standby.stop()
  })

  test('of two servers the one that accepts writes is used, also after the first has died', async () => {
    const first = await startPostgresServer()
    const standby = await first.startStandby()
    const [firstHost, standbyHost] = [first.url, standby.url].map((url) => new URL(url).host)
    const both = `postgres://postgres@${standbyHost},${firstHost}/postgres?target_session_attrs=read-write`
    const failover = await openDatabase(both, { log, root })
    await failover.migrate()
    const port = async () => (await failover.pool.query('show port')).rows[0].port as string
    await vi.waitFor(async () => expect(await port()).toBe(new URL(first.url).port), 20_000)
    const { client, end } = await failover.connectLong()
    expect((await client.query('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: false }])
    await end()

    await first.kill()
    const error = await failover.pool.query('select 1').catch((e: unknown) => e)
    expect(isConnectionLoss(error)).toBe(true)
    const promoter = await openDatabase(standby.url, { log, root })
    await promoter.pool.query('select pg_promote(true, 30)')
    await promoter.close()
    await vi.waitFor(async () => expect(await port()).toBe(new URL(standby.url).port), 20_000)
    await failover.close()
    await standby.stop()
    await first.stop()
  })

  test('a read-only database is not ready, and a start on it is rejected in one line', async () => {
    await opened.pool.query(`create database only_read`)
    await opened.pool.query(`alter database only_read set default_transaction_read_only = on`)
    const url = server.url.replace(/[^/]+$/, 'only_read')
    const reading = await openDatabase(url, { log, root })
    const api = createApi({ db: reading.db, settings: {} } as never)
    const asked = await api.request('/ops/ready')
    expect([asked.status, await asked.json()]).toEqual([503, { status: 'read-only', version: 'unbuilt' }])
    const error = await reading.migrate().catch((e: unknown) => e)
    expect(describeStartError(error)).toMatch(
      /^DATABASE_URL: the database only reads, .* \(migration, at CREATE SCHEMA IF NOT EXISTS "drizzle": cannot execute CREATE SCHEMA in a read-only transaction\)$/,
    )
    const writing = createApi({ db: opened.db, settings: {} } as never)
    expect((await writing.request('/ops/ready')).status).toBe(200)
    await reading.close()
  })

  test('while the server is down, a query fails with that reason and the process continues', async () => {
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
