import { drizzle } from 'drizzle-orm/node-postgres'
import { DatabaseError, type Pool } from 'pg'
import type { Db } from './open-db.ts'
import { innermostCause, isConnectionLoss } from './errors.ts'

/** Drizzle's transaction leaks the connection whose `begin` fails. */
export function openDrizzle(pool: Pool): Db {
  const db: Db = drizzle(pool)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let isLost = false
    try {
      return await drizzle(client).transaction(work, config)
    } catch (error) {
      isLost = isConnectionLoss(error) && !(innermostCause(error) instanceof DatabaseError)
      throw error
    } finally {
      client.release(isLost)
    }
  }
  return db
}
