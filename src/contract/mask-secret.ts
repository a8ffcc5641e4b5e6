export const maskSecret = (secret: string) => `${secret.slice(0, 2)}${'*'.repeat(12)}${secret.slice(-2)}`
