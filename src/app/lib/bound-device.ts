import { readStored, writeStored } from './storage.ts'

const KEY = 'device:duty'

export const boundEndpoint = (): string | undefined =>
  readStored(KEY, (value): value is string => typeof value === 'string')

export const noteBound = (endpoint: string): boolean => writeStored(KEY, endpoint)
