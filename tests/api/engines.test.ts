import { afterAll, expect, test } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog as log } from '../support/silent-log.ts'
import { readStatements } from '../support/statements.ts'

const server = await startPostgresServer()
const postgres = await openDatabase(server.url, { log, root, maxConnections: 1 })
await postgres.migrate()
const embedded = await openTestDb()
afterAll(async () => {
  await embedded.close()
  await postgres.close()
  await server.stop()
})

/** Or the error code. */
async function typesOf({ pool }: OpenDatabase, statements: readonly string[]): Promise<string[]> {
  const client = await pool.connect()
  const codes = new Map<string, string>()
  for (const [at, text] of statements.entries()) {
    await client.query(`prepare s${at} as ${text}`).catch((error: { code: string }) => codes.set(`s${at}`, error.code))
  }
  const { rows } = await client.query<{ name: string; types: string }>(
    `select name, format('%s → %s', parameter_types, result_types) as types from pg_prepared_statements`,
  )
  client.release(true)
  const found = new Map(rows.map(({ name, types }) => [name, types]))
  return statements.map((_, at) => found.get(`s${at}`) ?? `error ${codes.get(`s${at}`)}`)
}

test('every statement of the API tests has the same types on both engines', async () => {
  const statements = readStatements()
  const [one, other] = [await typesOf(postgres, statements), await typesOf(embedded, statements)]
  const prepared = one.filter((types) => !types.startsWith('error')).length
  console.log(`${statements.length} statements, ${prepared} of them can be prepared`)
  expect(prepared).toBeGreaterThan(1000)
  expect(statements.flatMap((text, at) => (one[at] === other[at] ? [] : [[text, one[at], other[at]]]))).toEqual([])
}, 300_000)

test('both engines are of the same major version', async () => {
  const majorOf = async ({ pool }: OpenDatabase) =>
    (await pool.query<{ server_version: string }>('show server_version')).rows[0]?.server_version.split('.')[0]
  expect(await majorOf(embedded)).toBe(await majorOf(postgres))
})
