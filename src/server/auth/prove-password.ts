import { type Account, findAccountByName } from '../account/account.store.ts'
import { AppError } from '../app-error.ts'
import { networkOf } from '../http/caller-address.ts'
import type { Context } from '../implement.ts'
import { takePicture } from './picture.ts'

/** Ten failures in fifteen minutes lock an account, or an address, for fifteen. Source: rulings, Sign-in. */
const FAILURES = { points: 10, windowSec: 900, blockSec: 900 }

/** Under which name an account's failures are counted. */
export const failuresOf = (name: string) => `sign-in:account:${name.toLowerCase()}`

interface Proof {
  readonly account: string
  readonly password: string
  readonly photographCode: string
  readonly photographToken: string
}

/**
 * The account that account name, password and picture code prove.
 * @throws AppError 400 at the picture code, or with one sentence whether or not the account exists; 429 while locked
 */
export async function provePassword(ctx: Context<unknown>, proof: Proof): Promise<Account> {
  const { deps } = ctx
  if (!(await takePicture(deps, proof.photographToken, proof.photographCode)))
    throw new AppError(400, '验证码错误或已过期', { photographCode: '验证码错误或已过期' })
  const found = await findAccountByName(deps.db, proof.account)
  return countFailures(ctx, proof.account, async () => {
    const right = await deps.passwords.verify(found?.passwordHash ?? null, proof.password)
    if (!found || !right) throw new AppError(400, '用户名或密码错误')
    return found
  })
}

/**
 * Runs a comparison that may be a guess. It is counted before and given back after a success,
 * so that a thousand at once can't slip through.
 * @throws AppError 429 while the account or the address is locked: nothing is compared then
 */
export async function countFailures<T>(
  { deps, now, address }: Context<unknown>,
  name: string,
  compare: () => Promise<T>,
): Promise<T> {
  const byAccount = failuresOf(name)
  const byAddress = `sign-in:address:${networkOf(address)}`
  // The address first: one that is locked must not lock accounts.
  for (const key of [byAddress, byAccount]) {
    const { allowed, retryAfterSec } = await deps.limits.take(key, FAILURES, now)
    if (!allowed) throw new AppError(429, `登录失败次数过多，请 ${Math.ceil(retryAfterSec / 60)} 分钟后再试`)
  }
  const proven = await compare()
  await deps.limits.clear(byAccount)
  await deps.limits.giveBack(byAddress)
  return proven
}
