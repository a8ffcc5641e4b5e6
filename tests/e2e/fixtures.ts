import { test as base } from '@playwright/test'
import { Client, type QueryResultRow } from 'pg'
import { BuiltServer } from '../support/built-server.ts'
import { createDatabase, databaseUrl, TEMPLATE } from './global-setup.ts'

export { expect } from '@playwright/test'

interface City {
  readonly server: BuiltServer
  readonly database: Client
}

interface Fixtures {
  /** The built server on the demo city, shared by a worker's tests. A test may stop it; it runs again for the next one. */
  server: BuiltServer
  /** Reads the server's database, while it runs or not. */
  sql<Row extends QueryResultRow>(query: string, values?: unknown[]): Promise<Row[]>
  /** Says which errors this test makes the page's console tell; each must be told. */
  expectConsole(...patterns: RegExp[]): void
}

/** Playwright's test with our server behind it. A page that reports an error nobody expects fails its test. */
export const test = base.extend<Fixtures, { city: City }>({
  city: [
    async ({ browserName }, use, { workerIndex }) => {
      const name = `worker_${browserName}_${workerIndex}`
      await createDatabase(name, TEMPLATE)
      const server = await BuiltServer.start(databaseUrl(name))
      const database = new Client({ connectionString: databaseUrl(name) })
      await database.connect()
      await use({ server, database })
      await database.end()
      await server.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  server: async ({ city }, use) => {
    await city.server.start()
    await use(city.server)
    await city.server.start()
  },

  baseURL: async ({ server }, use) => use(server.url),

  sql: async ({ city }, use) => {
    await use(async <Row extends QueryResultRow>(query: string, values: unknown[] = []) => {
      const { rows } = await city.database.query<Row>(query, values)
      return rows
    })
  },

  expectConsole: [
    async ({ context }, use) => {
      const expected: RegExp[] = []
      const heard: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') heard.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (failure) => heard.push(String(failure.error())))
      await use((...patterns) => void expected.push(...patterns))
      const surprises = heard.filter((said) => !expected.some((pattern) => pattern.test(said)))
      if (surprises.length > 0) throw new Error(`The page told of errors nobody expected:\n${surprises.join('\n')}`)
      const silent = expected.filter((pattern) => !heard.some((said) => pattern.test(said)))
      if (silent.length > 0) throw new Error(`The page was expected to tell of ${silent.join(', ')}; it did not.`)
    },
    { auto: true },
  ],
})
