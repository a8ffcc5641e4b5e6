import type { Deps } from '../platform/deps.ts'

const lettersAndDigits = (deps: Pick<Deps, 'newToken'>, length: number) =>
  deps
    .newToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
    .padEnd(length, '0')

export const newKey = (deps: Pick<Deps, 'newToken'>): string => lettersAndDigits(deps, 32)

export const newProjectId = (deps: Pick<Deps, 'newToken'>): string => `OP${lettersAndDigits(deps, 14)}`
