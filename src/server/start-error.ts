import {
  UnusableDatabaseError,
  innermostCause,
  isConnectionLoss,
  isDiskFull,
  isReadOnly,
  isTurnedAway,
  lacksPermission,
} from './db/errors.ts'
import { DirectoryLockedError } from './db/lock-directory.ts'
import { SettingError } from './env.ts'

/** The database's or the system's own words; an address of several that all refused has a code and no message. */
export function causeOf(error: unknown): string {
  const cause = innermostCause(error)
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause ? String(cause.code) : ''
  return cause.message || code || cause.name
}

/** Errors whose own message is the line. */
const ONE_LINE = [SettingError, DirectoryLockedError, UnusableDatabaseError]

/** What was tried, for the errors that the person who runs the program can mend. */
const MENDABLE: readonly [(error: unknown) => boolean, string][] = [
  [isDiskFull, 'no space left on the disk: make room, then start again'],
  [isReadOnly, 'DATABASE_URL: the database only reads, as a standby does; the server needs one that writes'],
  [lacksPermission, 'DATABASE_URL: the user lacks rights in the database (docs/operations.md, Creating the database)'],
  [isTurnedAway, 'DATABASE_URL: the database lets nobody in by it'],
  [isConnectionLoss, 'DATABASE_URL: the database does not answer'],
]

/**
 * Why a program could not start: one line where the person who runs it can mend it, else the stack; either way the
 * innermost cause comes last.
 */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (ONE_LINE.some((kind) => error instanceof kind)) return error.message
  const [, tried] = MENDABLE.find(([isIt]) => isIt(error)) ?? []
  return tried === undefined ? `${error.stack ?? error.name}\ncause: ${causeOf(error)}` : `${tried} (${causeOf(error)})`
}
