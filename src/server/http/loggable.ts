import { DrizzleQueryError } from 'drizzle-orm'

/** An error as it may be logged: a failed query's own message carries every parameter, its cause does not. */
export function loggable(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? (error.cause ?? new Error('query failed')) : error
}
