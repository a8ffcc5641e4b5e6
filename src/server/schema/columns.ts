import { sql } from 'drizzle-orm'
import { bigint, timestamp } from 'drizzle-orm/pg-core'

export const idColumn = () => bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity()

export const refColumn = (name: string) => bigint(name, { mode: 'number' })

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Database clock: deletion by age must not rely only on the writing process's clock. */
export const storedAtColumn = () => instant('stored_at').default(sql`now()`)
