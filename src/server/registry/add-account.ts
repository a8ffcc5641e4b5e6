import type { account as contract } from '#contract/account.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import type { Context } from '../platform/implement.ts'
import { managedBy } from './unit.scope.ts'
import { lockUnit } from './unit.store.ts'
import { findUnitAccount } from '../identity/account.store.ts'
import { account } from '../schema/account.table.ts'
import { oneTimePassword } from '../identity/one-time-password.ts'
import { reserveName } from '../identity/reserve-name.ts'

const HAS_ACCOUNT = '该单位已有账号，请在单位列表中修改账号或重置密码'

/**
 * Only the response contains the password. @throws AppError 404, 409 if the unit has an account or the name is
 * taken
 */
export async function addAccount(ctx: Context<Session>, { account: name, companyId }: ParsedOf<typeof contract.add>) {
  const password = oneTimePassword(ctx.deps.newToken())
  const passwordHash = await ctx.deps.passwords.hash(password)
  return ctx.write(async (tx) => {
    // Concurrent requests for the same unit block on this lock.
    const unit = await lockUnit(tx, companyId, managedBy(ctx.session))
    if (!unit) throw notThere()
    if (await findUnitAccount(tx, companyId)) throw new AppError(409, HAS_ACCOUNT, { companyId: HAS_ACCOUNT })
    const role: 'unit' | 'property' = unit.isBuildingManager === 1 ? 'property' : 'unit'
    const row = { account: name, name: unit.name, role, unitId: unit.id, passwordHash, createdAt: ctx.now }
    const [added] = await reserveName(() =>
      tx.transaction((inner) => inner.insert(account).values(row).returning({ id: account.id })),
    )
    if (!added) throw new Error('an account was not added')
    const audit = { accountId: added.id, unitId: unit.id, after: { account: name, role } }
    return { value: { id: String(added.id), account: name, password }, audit }
  })
}
