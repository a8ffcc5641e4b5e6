import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isConnectionLoss, isUniqueViolation } from '#server/platform/db/errors.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import { repositoryRoot as root } from '../../support/repository-root.ts'
import { silentLog as log } from '../../support/silent-log.ts'

// Possibly on busy machines.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const answer = async (opened: OpenDatabase, text: string, values: unknown[] = []): Promise<unknown[]> => {
  const result = await opened.pool.query<Record<string, unknown>>(text, values)
  return result.rows.map((row) => Object.values(row)[0])
}

describe('the embedded database answers the ordinary PostgreSQL driver', () => {
  let opened: OpenDatabase

  beforeAll(async () => {
    opened = await openDatabase('memory:', { log, root, extensionNames: ['pg_trgm'] })
    await opened.pool.query('create table seal (id int primary key, text text)')
  })

  afterAll(() => opened.close())

  test('values are read back as written, Chinese text included', async () => {
    const values = [7, '静安区消防站', null, true, new Date('2026-11-21T00:00:00Z'), Buffer.from([0, 255, 10])]
    const { rows } = await opened.pool.query({
      text: 'select $1::int, $2::text, $3::text, $4::bool, $5::timestamptz, $6::bytea',
      values,
      rowMode: 'array',
    })
    expect(rows[0]).toEqual(values)
  })

  test('a value and an answer of several megabytes pass whole', async () => {
    const long = '消'.repeat(4_000_000)
    expect(await answer(opened, 'select $1::text', [long])).toEqual([long])
    const rows = await answer(opened, `select repeat('x', 200) from generate_series(1, 60000)`)
    expect(rows).toHaveLength(60_000)
    expect(rows.every((row) => row === 'x'.repeat(200))).toBe(true)
  })

  test('a rejected statement has its code and constraint, and the next one succeeds', async () => {
    await opened.pool.query(`insert into seal values (1, 'first')`)
    const error = await opened.pool.query(`insert into seal values (1, 'again')`).catch((e: unknown) => e)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'seal_pkey')).toBe(true)
    expect(isUniqueViolation(error, 'another')).toBe(false)
    expect(isConnectionLoss(error)).toBe(false)
    expect(await answer(opened, 'select text from seal where id = 1')).toEqual(['first'])
  })

  test('a rejection is recognised through the query builder, which wraps it', async () => {
    const error = await opened.db.execute(sql`insert into seal values (1, 'again')`).catch((e: unknown) => e)
    expect(isUniqueViolation(error, 'seal_pkey')).toBe(true)
  })

  test('a failed transaction is rolled back', async () => {
    const failing = opened.db.transaction(async (tx) => {
      await tx.execute(sql`insert into seal values (2, 'kept?')`)
      await tx.execute(sql`select 1 / 0`)
    })
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(await answer(opened, 'select id from seal where id = 2')).toEqual([])
  })

  test('the open transaction of a dropped connection does not reach the next one', async () => {
    const client = await opened.pool.connect()
    await client.query('begin')
    await client.query(`insert into seal values (3, 'half')`)
    await client.query({ name: 'named', text: 'select 1' })
    await client.query(`set time zone 'Asia/Shanghai'`)
    client.release(true)
    expect(await answer(opened, 'select id from seal where id = 3')).toEqual([])
    const { rows } = await opened.pool.query({ name: 'named', text: 'select 2 as n' })
    expect(rows).toEqual([{ n: 2 }])
    expect(await answer(opened, 'show time zone')).toEqual(['UTC'])
    expect(await answer(opened, 'show search_path')).toEqual(['public'])
  })

  test('concurrent requests get their own answers', async () => {
    const numbers = Array.from({ length: 200 }, (_, n) => n)
    const answers = await Promise.all(numbers.map(async (n) => (await answer(opened, 'select $1::int', [n]))[0]))
    expect(answers).toEqual(numbers)
  })

  test('trigram search can be enabled, and digests and random numbers need no extension', async () => {
    await opened.pool.query('create extension pg_trgm')
    expect(await answer(opened, `select similarity('消防栓', '消防栓泵') > 0`)).toEqual([true])
    expect(await answer(opened, `select encode(sha256('a'), 'hex') like 'ca978112%'`)).toEqual([true])
    expect(await answer(opened, `select gen_random_uuid() <> gen_random_uuid()`)).toEqual([true])
  })

  test('its image opens as an equal, independent database', async () => {
    const image = await opened.dump?.()
    if (image === undefined) throw new Error('an embedded database gives an image')
    const copy = await openDatabase('memory:', { log, root, image, extensionNames: ['pg_trgm'] })
    await copy.pool.query('delete from seal')
    expect(await answer(copy, 'select count(*)::int from seal')).toEqual([0])
    expect(await answer(opened, 'select text from seal')).toEqual(['first'])
    await copy.close()
    expect(isConnectionLoss(await copy.pool.query('select 1').catch((e: unknown) => e))).toBe(true)
  })
})

test('a URL without a database is rejected with the name of the setting', async () => {
  await expect(openDatabase('mysql://somewhere/db', { log, root })).rejects.toThrow('DATABASE_URL')
})
