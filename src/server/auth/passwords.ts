import { hash, verify } from '@node-rs/argon2'
import type { Passwords } from '../deps.ts'

/** Argon2id at OWASP's minimum: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Password hashes as PHC strings. */
export async function createPasswords(): Promise<Passwords> {
  // Compared when the account doesn't exist, so that the answer takes as long.
  const nobody = await hash('nobody has this password', COST)
  return {
    hash: (plain) => hash(plain, COST),
    async verify(stored, plain) {
      const same = await verify(stored ?? nobody, plain)
      return stored !== null && same
    },
  }
}
