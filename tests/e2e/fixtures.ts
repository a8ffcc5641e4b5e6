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
  /** Shared by a worker's tests; a test may stop it. */
  server: BuiltServer
  /** SQL on the server's database, also while the server is stopped. */
  sql<Row extends QueryResultRow>(query: string, values?: unknown[]): Promise<Row[]>
  /**
   * Declares the console errors of this test; each must occur. Failed connections to the server need no declaration
   * where the test stops it or goes offline.
   */
  expectConsole(...patterns: RegExp[]): void
  /** Its panel would cover a later test's controls. */
  noFireLeft: undefined
  noLimitLeft: undefined
}

/** Unexpected console errors fail a test. */
export const test = base.extend<Fixtures, { settings: Readonly<Record<string, string>>; city: City }>({
  settings: [{}, { scope: 'worker', option: true }],

  city: [
    async ({ browserName, settings }, use, { workerIndex }) => {
      const name = `worker_${browserName}_${workerIndex}`
      await createDatabase(name, TEMPLATE)
      const server = await BuiltServer.start(databaseUrl(name), settings)
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

  noFireLeft: [
    async ({ sql }, use) => {
      const [before] = await sql<{ last: string }>('select coalesce(max(id), 0)::text as last from alarm')
      await use(undefined)
      await sql('delete from alarm where id > $1', [before!.last])
    },
    { auto: true },
  ],

  noLimitLeft: [
    async ({ sql }, use) => {
      await sql('delete from rate_limit')
      await use(undefined)
    },
    { auto: true },
  ],

  expectConsole: [
    async ({ context, city: { server } }, use) => {
      const expected: RegExp[] = []
      const heard: { readonly text: string; readonly url: string }[] = []
      let isCut = false
      const { stops } = server
      const setOffline = context.setOffline.bind(context)
      context.setOffline = (isOffline) => {
        isCut = true
        return setOffline(isOffline)
      }
      context.on('console', (message) => {
        if (message.type() === 'error') heard.push({ text: message.text(), url: message.location().url })
      })
      context.on('weberror', (failure) => heard.push({ text: String(failure.error()), url: '' }))
      await use((...patterns) => void expected.push(...patterns))
      isCut ||= server.stops > stops
      const said = heard
        .filter(({ text, url }) => !(isCut && url.startsWith(server.url) && text.includes('net::ERR_')))
        .map(({ text, url }) => `${text} (${url})`)
      const surprises = said.filter((line) => !expected.some((pattern) => pattern.test(line)))
      if (surprises.length > 0) throw new Error(`The page told of errors nobody expected:\n${surprises.join('\n')}`)
      const silent = expected.filter((pattern) => !said.some((line) => pattern.test(line)))
      if (silent.length > 0) throw new Error(`The page was expected to tell of ${silent.join(', ')}; it did not.`)
    },
    { auto: true },
  ],
})
