/** A key or secret as it may be seen over a shoulder: first and last two characters, enough to tell two apart. */
export const maskSecret = (secret: string) => `${secret.slice(0, 2)}${'*'.repeat(12)}${secret.slice(-2)}`
