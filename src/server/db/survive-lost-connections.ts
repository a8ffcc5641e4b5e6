import type { Pool } from 'pg'
import type { DatabaseLog } from './database-log.ts'

/** An error nobody listens for ends the process: idle connections report to the pool, borrowed ones to themselves. */
export function surviveLostConnections(pool: Pool, log: DatabaseLog): void {
  pool.on('error', (error) => log.warn({ reason: error.message }, 'idle database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'))
  })
}
