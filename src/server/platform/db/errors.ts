import { DrizzleQueryError } from 'drizzle-orm'

/** Drizzle wraps the driver's error; an AggregateError has one per address of a host. */
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

export const refusedStatement = (error: unknown): string | undefined => statementOf(error)?.query

const STATEMENT_LETTERS = 80

/** Without values. */
export function shortStatement(error: unknown): string | undefined {
  const statement = refusedStatement(error)?.replace(/\s+/g, ' ').trim()
  if (statement === undefined || statement.length <= STATEMENT_LETTERS) return statement
  return `${statement.slice(0, STATEMENT_LETTERS)}…`
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
  constructor(tag: string | undefined, cause: unknown) {
    const statement = shortStatement(cause)
    super(`migration${tag === undefined ? '' : ` ${tag}`}${statement === undefined ? '' : `, at ${statement}`}`, {
      cause,
    })
  }
}

export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
}

export const innermostCause = (error: unknown): unknown => chain(error).at(-1) ?? error

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** SQLSTATE 23505. @param constraint limits it to matching constraints or unique indexes */
export function isUniqueViolation(error: unknown, constraint?: string | RegExp): boolean {
  const isIt = (name: unknown) =>
    constraint instanceof RegExp ? typeof name === 'string' && constraint.test(name) : name === constraint
  return chain(error).some(
    (one) => codeOf(one) === '23505' && (constraint === undefined || ('constraint' in one && isIt(one.constraint))),
  )
}

export function isMissingPartition(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '23514' && 'routine' in one && one.routine === 'ExecFindPartition')
}

export function isMissingTable(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '42P01')
}

export function isLockTimeout(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '55P03')
}

// 08: connection exception; 57P01 to 57P05: shutdown, crash, startup, dropped, idle timeout; 57014: statement timeout;
// 55P03: lock timeout; 40P01: deadlock; 53: out of disk, memory or connections; 25006: read-only standby.
const lostStates = /^(08...|57P0[1-5]|57014|55P03|40P01|53...|25006)$/
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
const lostTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|the embedded database is closed)/

/** Wrong user or password (28) or unknown database (3D000). */
export function isTurnedAway(error: unknown): boolean {
  return chain(error).some((one) => /^(28...|3D000)$/.test(codeOf(one)))
}

export function isReadOnly(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '25006')
}

export function lacksPermission(error: unknown): boolean {
  return chain(error).some((one) => codeOf(one) === '42501')
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

export function isDiskFull(error: unknown): boolean {
  return chain(error).some((one) => fullCodes.has(codeOf(one)))
}

export function isConnectionLoss(error: unknown): boolean {
  return chain(error).some(
    (one) => lostCodes.has(codeOf(one)) || lostStates.test(codeOf(one)) || lostTexts.test(one.message),
  )
}
