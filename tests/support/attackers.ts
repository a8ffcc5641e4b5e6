import { randomBytes } from 'node:crypto'
import { auth } from '#contract/auth.ts'
import { PASSWORD, PICTURE, type TestApi } from './api-context.ts'

/** In its own network. */
export const elsewhere = (n: number) => `10.${Math.floor(n / 250)}.${n % 250}.7`

/** Random IPs: rate limit. */
export async function fetchPicture(t: TestApi): Promise<string> {
  const { body } = await t.call(auth.picture, {}, null, `2001:db8:1:${randomBytes(2).toString('hex')}::1`)
  return (body.data as { photographToken: string }).photographToken
}

export async function guessPassword(t: TestApi, account: string, password: string, from: string, cookie?: string) {
  const photographToken = await fetchPicture(t)
  return t.call(auth.signIn, { account, password, photographCode: PICTURE, photographToken }, null, from, cookie)
}

/** Slow otherwise. @returns the compared passwords */
export async function withQuickHashes(t: TestApi, work: (compared: string[]) => Promise<void>): Promise<void> {
  const compared: string[] = []
  const real = { ...t.deps.passwords }
  Object.assign(t.deps.passwords, {
    verify: (hash: string | null, plain: string) => {
      compared.push(plain)
      return Promise.resolve(hash !== null && plain === PASSWORD)
    },
  })
  try {
    await work(compared)
  } finally {
    Object.assign(t.deps.passwords, real)
  }
}
