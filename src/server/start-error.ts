import {
  UnusableDatabaseError,
  MigrationError,
  innermostCause,
  isConnectionLoss,
  isDiskFull,
  isReadOnly,
  isTurnedAway,
  lacksPermission,
  shortStatement,
} from './platform/db/errors.ts'
import { DirectoryLockedError } from './platform/db/lock-directory.ts'
import { SettingError } from './platform/env.ts'

const textIn = (error: Error, field: 'detail' | 'hint') => {
  const text = (error as Error & Partial<Record<typeof field, unknown>>)[field]
  return typeof text === 'string' && text !== '' ? [`${field}: ${text}`] : []
}

/** AggregateError has only a code. */
export function causeOf(error: unknown): string {
  const cause = innermostCause(error)
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause ? String(cause.code) : ''
  const words = [cause.message || code || cause.name, ...textIn(cause, 'detail'), ...textIn(cause, 'hint')].join('; ')
  return error instanceof MigrationError ? `${error.message}: ${words}` : words
}

const ONE_LINE = [SettingError, DirectoryLockedError, UnusableDatabaseError]

const MENDABLE: readonly [(error: unknown) => boolean, string][] = [
  [isDiskFull, 'no space left on the disk: make room, then start again'],
  [isReadOnly, 'DATABASE_URL: the database only reads, as a standby does; the server needs one that writes'],
  [lacksPermission, 'DATABASE_URL: the user lacks rights in the database (docs/operations.md, Creating the database)'],
  [isTurnedAway, 'DATABASE_URL: the database lets nobody in by it'],
  [isConnectionLoss, 'DATABASE_URL: the database does not answer'],
]

/** A failed query's message has its SQL and values. */
const callsOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

export function describeFault(error: Error, label: string): string {
  const statement = shortStatement(error)
  const first = statement === undefined ? `${error.name}: ${error.message}` : `Failed query: ${statement}`
  return `${first}\n${callsOf(error)}\n${label}${causeOf(error)}`
}

/** One line if an operator can fix it. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (ONE_LINE.some((kind) => error instanceof kind)) return error.message
  const [, tried] = MENDABLE.find(([isIt]) => isIt(error)) ?? []
  if (tried !== undefined) return `${tried} (${causeOf(error)})`
  return error instanceof MigrationError ? causeOf(error) : describeFault(error, 'cause: ')
}
