import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { UnusableDatabaseError } from './errors.ts'
import { applyMigrations } from './migrate.ts'
import type { OpenDatabase, OpenOptions } from './open-db.ts'
import * as schema from './schema.ts'
import { surviveLostConnections } from './survive-lost-connections.ts'

const connectWithinMillis = 3_000
const statementMillis = 25_000
/** A call may wait for three locks, one behind the other (for a row there are two), and is to be answered before its client gives up at 30 s. */
const lockMillis = 7_000

/** The oldest PostgreSQL it is tried with. */
const OLDEST = 15

async function needVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  const [version] = rows
  if (Number(version?.number) < OLDEST * 10_000)
    throw new UnusableDatabaseError(
      `DATABASE_URL: PostgreSQL ${OLDEST} or newer is needed; this server is ${version?.name}`,
    )
}

/** A pool on a PostgreSQL server. No query is sent yet: a server that is down shows at the first one. */
export function openPostgres(url: string, opts: OpenOptions): OpenDatabase {
  const pool = new Pool({
    connectionString: url,
    max: opts.maxConnections ?? 10,
    connectionTimeoutMillis: connectWithinMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The client's own limit, for a server that has gone silent and will not apply its own.
    query_timeout: statementMillis + 5_000,
    // Not as startup parameters: poolers that stand before PostgreSQL refuse those.
    onConnect: async (client) => {
      await client.query(
        `set statement_timeout = ${statementMillis}; set lock_timeout = ${lockMillis}; set idle_in_transaction_session_timeout = 60000; set time zone 'UTC'`,
      )
    },
  })
  surviveLostConnections(pool, opts.log)
  async function connectLong() {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: connectWithinMillis })
    client.on('error', (error) => opts.log.warn({ reason: error.message }, 'database connection lost'))
    await client.connect()
    await client.query(`set time zone 'UTC'`)
    return { client, end: () => client.end() }
  }
  return {
    db: drizzle(pool, { schema }),
    pool,
    kind: 'postgres',
    root: opts.root,
    hasRoom: () => true,
    connectLong,
    async migrate() {
      // Building an index may take longer than any request is allowed to.
      const { client, end } = await connectLong()
      try {
        await needVersion(client)
        await applyMigrations(client, opts.root)
      } finally {
        await end()
      }
    },
    close: () => pool.end(),
  }
}
