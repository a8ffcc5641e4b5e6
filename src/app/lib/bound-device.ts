import { readStored, writeStored } from './storage.ts'

const KEY = 'device:duty'

/** Also on a duty contact's device; ends with the session's data. */
export const ACCOUNT_PUSH = 'push'

export const boundEndpoint = (): string | undefined =>
  readStored(KEY, (value): value is string => typeof value === 'string')

export const noteBound = (endpoint: string): boolean => writeStored(KEY, endpoint)
