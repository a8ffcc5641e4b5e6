import { hash, verify } from '@node-rs/argon2'
import type { Passwords } from '../platform/deps.ts'

/** OWASP's minimum. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes are PHC strings. */
export async function createPasswords(cost: typeof COST = COST): Promise<Passwords> {
  // For unknown accounts: constant time.
  const nobody = await hash('nobody has this password', cost)
  return {
    hash: (plain) => hash(plain, cost),
    async verify(stored, plain) {
      const same = await verify(stored ?? nobody, plain)
      return stored !== null && same
    },
  }
}
