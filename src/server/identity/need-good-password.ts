import { AppError } from '../platform/app-error.ts'
import type { Account } from './account.store.ts'
import type { Deps } from '../platform/deps.ts'
import { passwordFault, SAME_PASSWORD } from './new-password.rules.ts'

export async function needGoodPassword(
  { passwords }: Pick<Deps, 'passwords'>,
  { password, field, account }: { password: string; field: string; account: Pick<Account, 'account' | 'passwordHash'> },
): Promise<void> {
  const fault =
    passwordFault(password, account.account) ??
    ((await passwords.verify(account.passwordHash, password)) ? SAME_PASSWORD : null)
  if (fault) throw new AppError(400, fault, { [field]: fault })
}
