import type { account as contract } from '#contract/account.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Context } from '../implement.ts'
import { managedBy } from '../unit/unit.scope.ts'
import { lockUnit } from '../unit/unit.store.ts'
import { findUnitAccount } from './account.store.ts'
import { account } from './account.table.ts'
import { oneTimePassword } from './one-time-password.ts'
import { takeName } from './take-name.ts'

/**
 * Gives a unit its account. Its password is told in the answer and nowhere else; it must be changed at the first sign-in.
 * @throws AppError 404 beyond the caller's area, 409 where the unit has an account or the name is taken
 */
export async function addAccount(ctx: Context<Session>, { account: name, companyId }: ParsedOf<typeof contract.add>) {
  const password = oneTimePassword(ctx.deps.newToken())
  const passwordHash = await ctx.deps.passwords.hash(password)
  return ctx.write(async (tx) => {
    // Two who give the same unit an account wait for each other here.
    const unit = await lockUnit(tx, companyId, managedBy(ctx.session))
    if (!unit) throw notThere()
    if (await findUnitAccount(tx, companyId)) throw new AppError(409, '该单位已有账号', { companyId: '该单位已有账号' })
    const role: 'unit' | 'property' = unit.isBuildingManager === 1 ? 'property' : 'unit'
    const row = { account: name, name: unit.name, role, unitId: unit.id, passwordHash, createdAt: ctx.now }
    const [added] = await takeName(() =>
      tx.transaction((inner) => inner.insert(account).values(row).returning({ id: account.id })),
    )
    if (!added) throw new Error('an account was not added')
    const audit = { accountId: added.id, unitId: unit.id, after: { account: name, role } }
    return { value: { id: String(added.id), account: name, password }, audit }
  })
}
