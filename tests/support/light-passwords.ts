import { createPasswords } from '#server/identity/passwords.ts'

/** Argon2 at its least cost: thousands of sign-ins were a sixth of the time of all calls. */
export const lightPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
