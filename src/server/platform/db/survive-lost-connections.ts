import type { Pool } from 'pg'
import type { DatabaseLog } from './database-log.ts'

/** An unhandled `error` event ends the process. */
export function surviveLostConnections(pool: Pool, log: DatabaseLog): void {
  pool.on('error', (error) => log.warn({ reason: error.message }, 'idle database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'database connection lost'))
  })
}
