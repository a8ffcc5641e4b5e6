import type { Deps } from '../deps.ts'

const lettersAndDigits = (deps: Pick<Deps, 'newToken'>, length: number) =>
  deps
    .newToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
    .padEnd(length, '0')

/** The key a building's equipment reports with: 32 letters and digits nobody can foresee. */
export const newKey = (deps: Pick<Deps, 'newToken'>): string => lettersAndDigits(deps, 32)

/** A building's number towards providers, as `OP` and 14 letters and digits. */
export const newProjectId = (deps: Pick<Deps, 'newToken'>): string => `OP${lettersAndDigits(deps, 14)}`
