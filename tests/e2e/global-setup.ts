import { Client } from 'pg'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'

/** The demo city, created once per run. */
export const TEMPLATE = 'city'

/** Workers get its URL as E2E_POSTGRES. Playwright requires a default export. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgresServer('volatile')
  process.env.E2E_POSTGRES = postgres.url
  await createDatabase(TEMPLATE)
  const server = await BuiltServer.start(databaseUrl(TEMPLATE))
  await server.remove()
  return () => postgres.stop()
}

/** URL of a database on the run's server. */
export function databaseUrl(name: string): string {
  const address = new URL(process.env.E2E_POSTGRES ?? '')
  address.pathname = `/${name}`
  return address.href
}

/** Empty, or a copy of an unused one. */
export async function createDatabase(name: string, template?: string): Promise<void> {
  const admin = new Client({ connectionString: databaseUrl('postgres') })
  await admin.connect()
  // Of a test's first try.
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}${template ? ` template ${template}` : ''}`)
  await admin.end()
}
