import { Client } from 'pg'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'

/** The database every worker copies: the demo city, made once a run by the built server itself. */
export const TEMPLATE = 'city'

/** A PostgreSQL server for the run; its address goes to the workers as E2E_POSTGRES. Playwright asks for a default export. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgresServer()
  process.env.E2E_POSTGRES = postgres.url
  await createDatabase(TEMPLATE)
  const server = await BuiltServer.start(databaseUrl(TEMPLATE))
  await server.remove()
  return () => postgres.stop()
}

/** The address of a database on the run's server. */
export function databaseUrl(name: string): string {
  const address = new URL(process.env.E2E_POSTGRES ?? '')
  address.pathname = `/${name}`
  return address.href
}

/** Makes a database on the run's server, empty or as a copy of another that nobody uses. */
export async function createDatabase(name: string, template?: string): Promise<void> {
  const admin = new Client({ connectionString: databaseUrl('postgres') })
  await admin.connect()
  await admin.query(`create database ${name}${template ? ` template ${template}` : ''}`)
  await admin.end()
}
