import { type Account, findAccountByName } from './account.store.ts'
import { AppError } from '../platform/app-error.ts'
import type { Context } from '../platform/implement.ts'
import { limitGuesses, nameSubject } from './limit-guesses.ts'
import { takePicture } from './picture.ts'

interface Proof {
  readonly account: string
  readonly password: string
  readonly photographCode: string
  readonly photographToken: string
}

/** @throws AppError 400, the same whether or not the account exists; 429 while locked */
export async function provePassword(ctx: Context<unknown>, proof: Proof): Promise<Account> {
  const { deps } = ctx
  const { account: name } = proof
  if (!(await takePicture(deps, proof.photographToken, proof.photographCode)))
    throw new AppError(400, '验证码错误或已过期', { photographCode: '验证码错误或已过期' })
  const account = await findAccountByName(deps.db, name)
  return limitGuesses(ctx, { subject: nameSubject(name), account, way: 'password', tried: name }, async () => {
    const right = await deps.passwords.verify(account?.passwordHash ?? null, proof.password)
    if (!account || !right) throw new AppError(400, '账号或密码错误，请核对；忘记密码请点击“忘记密码”')
    return account
  })
}
