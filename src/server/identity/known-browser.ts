import type { Context } from '../platform/implement.ts'

/** Accounts that signed in with the browser, latest first. */
export interface KnownBrowser {
  readonly id: string
  readonly accounts: readonly number[]
}

const COOKIE = 'browser'
const LIFE_SEC = 365 * 86_400
const MOST_ACCOUNTS = 5
const ID_LENGTH = 22

type Jar = Pick<Context<unknown>, 'deps' | 'cookie' | 'setCookie'>

export function readBrowser({ deps, cookie }: Jar): KnownBrowser | null {
  const sealed = cookie(COOKIE)
  if (!sealed) return null
  try {
    const [kind, id, ...accounts] = deps.secrets.open(sealed).split(' ')
    return kind === COOKIE && id ? { id, accounts: accounts.map(Number) } : null
  } catch {
    return null
  }
}

/** Encrypted: it reveals no account and cannot be forged. */
export function markBrowser(ctx: Jar, accountId?: number): KnownBrowser {
  const known = readBrowser(ctx)
  const id = known?.id ?? ctx.deps.newToken().slice(0, ID_LENGTH)
  const others = (known?.accounts ?? []).filter((other) => other !== accountId)
  const accounts = [...(accountId === undefined ? [] : [accountId]), ...others].slice(0, MOST_ACCOUNTS)
  const value = ctx.deps.secrets.seal([COOKIE, id, ...accounts].join(' '))
  ctx.setCookie({ name: COOKIE, value, path: '/', maxAgeSec: LIFE_SEC })
  return { id, accounts }
}
