import { createPasswords } from '#server/identity/passwords.ts'

/** For thousands of sign-ins. */
export const lightPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
