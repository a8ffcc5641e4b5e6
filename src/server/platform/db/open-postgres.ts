import { type Client, type ClientConfig, Pool } from 'pg'
import { databaseServers } from './database-servers.ts'
import { UnusableDatabaseError } from './errors.ts'
import { applyMigrations } from './migrate.ts'
import type { OpenDatabase, OpenOptions } from './open-db.ts'
import { openDrizzle } from './open-drizzle.ts'
import { surviveLostConnections } from './survive-lost-connections.ts'

const connectWithinMillis = 3_000
const statementMillis = 25_000
/** A call waits for up to three locks in sequence within its client's timeout of 30 s. */
const lockMillis = 7_000

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

function unnamed(Base: typeof Client): typeof Client {
  return class extends Base {
    constructor(config?: string | ClientConfig) {
      super(config)
      const { query } = this
      this.query = ((given: unknown, ...rest: unknown[]) => {
        const isNamed = typeof given === 'object' && given !== null && 'name' in given && !('submit' in given)
        return Reflect.apply(query, this, [isNamed ? { ...given, name: undefined } : given, ...rest])
      }) as typeof query
    }
  }
}

async function needTimeouts(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name in ('statement_timeout', 'lock_timeout') and setting = '0'`,
  )
  if (rows.length > 0)
    throw new UnusableDatabaseError(
      `DATABASE_URL: the pooler's connect_query must set ${rows.map(({ name }) => name).join(' and ')} (docs/operations/pgbouncer.ini)`,
    )
}

export function openPostgres(url: string, opts: OpenOptions): OpenDatabase {
  const { directUrl } = opts
  const isPooled = directUrl !== undefined
  const servers = databaseServers(url)
  const direct = isPooled ? databaseServers(directUrl) : servers
  const pool = new Pool({
    Client: isPooled ? unnamed(servers.Client) : servers.Client,
    max: opts.maxConnections ?? 10,
    connectionTimeoutMillis: connectWithinMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: statementMillis + 5_000,
    // Connection poolers reject these as startup parameters.
    onConnect: async (client) => {
      await servers.needWritable(client)
      if (isPooled) return void (await client.query(`set time zone 'UTC'`))
      await client.query(
        `set statement_timeout = ${statementMillis}; set lock_timeout = ${lockMillis}; set idle_in_transaction_session_timeout = 60000; set time zone 'UTC'`,
      )
    },
  })
  surviveLostConnections(pool, opts.log)
  async function connectOnce() {
    const client = new direct.Client({ connectionTimeoutMillis: connectWithinMillis })
    client.on('error', (error) => opts.log.warn({ reason: error.message }, 'database connection lost'))
    await client.connect()
    try {
      await direct.needWritable(client)
      await client.query(`set time zone 'UTC'`)
    } catch (error) {
      await client.end()
      throw error
    }
    return { client, end: () => client.end() }
  }
  async function connectLong(left = direct.count - 1): ReturnType<typeof connectOnce> {
    try {
      return await connectOnce()
    } catch (error) {
      if (left === 0) throw error
      return connectLong(left - 1)
    }
  }
  return {
    db: openDrizzle(pool),
    pool,
    kind: 'postgres',
    root: opts.root,
    hasRoom: () => true,
    connectLong: () => connectLong(),
    async migrate() {
      const { client, end } = await connectLong()
      try {
        await needVersion(client)
        await applyMigrations(client, opts.root)
        if (isPooled) await needTimeouts(pool)
      } finally {
        await end()
      }
    },
    close: () => pool.end(),
  }
}
