import { DrizzleQueryError } from 'drizzle-orm'

/**
 * Drizzle wraps the driver's error in one of its own that quotes the query: what the database said is below it. Of
 * several that failed at once, as the addresses of one host name, the first stands for all.
 */
function chain(error: unknown): Error[] {
  const found: Error[] = []
  let next = error
  while (next instanceof Error && !found.includes(next)) {
    found.push(next)
    next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : undefined)
  }
  return found
}

const statementOf = (error: unknown) => chain(error).find((one) => one instanceof DrizzleQueryError)

/** The SQL of the query that failed; undefined: no query did. */
export const refusedStatement = (error: unknown): string | undefined => statementOf(error)?.query

const STATEMENT_LETTERS = 80

/** The failed query's first words, without its values. */
export function shortStatement(error: unknown): string | undefined {
  const statement = refusedStatement(error)?.replace(/\s+/g, ' ').trim()
  if (statement === undefined || statement.length <= STATEMENT_LETTERS) return statement
  return `${statement.slice(0, STATEMENT_LETTERS)}…`
}

/** A migration that the database refused; its message says which one and where, the innermost cause says why. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
  constructor(tag: string | undefined, cause: unknown) {
    const statement = shortStatement(cause)
    super(`migration${tag === undefined ? '' : ` ${tag}`}${statement === undefined ? '' : `, at ${statement}`}`, {
      cause,
    })
  }
}

/** A database that this program cannot work with. Its message is one line for the operator. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
}

/** What began it all: the error at the end of the chain of causes. */
export const innermostCause = (error: unknown): unknown => chain(error).at(-1) ?? error

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** SQLSTATE 23505; with `constraint`, only that constraint's or unique index's, or those whose names match it. */
export function isUniqueViolation(error: unknown, constraint?: string | RegExp): boolean {
  const isIt = (name: unknown) =>
    constraint instanceof RegExp ? typeof name === 'string' && constraint.test(name) : name === constraint
  return chain(error).some(
    (one) => codeOf(one) === '23505' && (constraint === undefined || ('constraint' in one && isIt(one.constraint))),
  )
}

/** Whether a row found no table of its month. */
export function isMissingPartition(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '23514' && 'routine' in one && one.routine === 'ExecFindPartition')
}

/** Whether there is no such table: nobody has migrated the database that far. */
export function isMissingTable(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '42P01')
}

/** Whether a statement gave up because others hold what it wants to lock. */
export function isLockTimeout(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '55P03')
}

// 08: connection exception; 57P01 to 57P05: shut down, crashed, starting up, dropped, idle too long; 57014: it took too
// long; 55P03: a lock was not to be had in time; 53: disk, memory or connections ran out; 25006: a standby that only reads.
const lostStates = /^(08...|57P0[1-5]|57014|55P03|53...|25006)$/
const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
// pg and its pool give these no code.
const lostTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|the embedded database is closed)/

/** Whether the database knows no such user, password or database (28: who asks may not; 3D000: it is not there). */
export function isTurnedAway(error: unknown): boolean {
  return chain(error).some((one) => /^(28...|3D000)$/.test(codeOf(one)))
}

/** Whether the database only reads: a standby, or one that was set so. */
export function isReadOnly(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '25006')
}

/** Whether the database's user may not do what was asked. */
export function lacksPermission(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '42501')
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether a disk has no room for what was to be written: the stored files' or the database's. */
export function isDiskFull(error: unknown): boolean {
  return chain(error).some((one) => fullCodes.has(codeOf(one)))
}

/** Whether the database could not answer, whoever asks, so that the API answers 503: nothing is known of the request's own worth. */
export function isConnectionLoss(error: unknown): boolean {
  return chain(error).some(
    (one) => lostCodes.has(codeOf(one)) || lostStates.test(codeOf(one)) || lostTexts.test(one.message),
  )
}
