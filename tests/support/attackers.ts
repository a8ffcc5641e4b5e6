import { randomBytes } from 'node:crypto'
import { auth } from '#contract/auth.ts'
import { PASSWORD, PICTURE, type TestApi } from './api-context.ts'

/** The address of one of many callers, each in a network of its own. */
export const elsewhere = (n: number) => `10.${Math.floor(n / 250)}.${n % 250}.7`

/** Fetches a picture code from an address of its own, so that its limit is never met. @returns its token */
export async function fetchPicture(t: TestApi): Promise<string> {
  const { body } = await t.call(auth.picture, {}, null, `2001:db8:1:${randomBytes(2).toString('hex')}::1`)
  return (body.data as { photographToken: string }).photographToken
}

/** Tries a password from an address. */
export async function guessPassword(t: TestApi, account: string, password: string, from: string, cookie?: string) {
  const photographToken = await fetchPicture(t)
  return t.call(auth.signIn, { account, password, photographCode: PICTURE, photographToken }, null, from, cookie)
}

/** Lets password comparisons cost nothing meanwhile. @returns the passwords that were compared */
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
