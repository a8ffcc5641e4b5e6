import { DrizzleQueryError } from 'drizzle-orm'

/** A failed query's message contains every parameter; its cause does not. */
export function loggable(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('query failed')) : error
}
