import { sql } from 'drizzle-orm'
import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** A row's own number. */
export const idColumn = () => bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity()

/** A reference to another row's number. */
export const refColumn = (name: string) => bigint(name, { mode: 'number' })

/** An instant. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** When the database stored the row, by its own clock: a row is not deleted for its age by the writing process's clock alone. */
export const storedAtColumn = () => instant('stored_at').default(sql`now()`)
