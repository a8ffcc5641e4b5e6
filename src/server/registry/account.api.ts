import { eq } from 'drizzle-orm'
import { account as contract } from '#contract/account.ts'
import { notThere } from '../platform/app-error.ts'
import { endSessionsOf, type Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { findManaged, listUnitNames, matchingUnits } from './managed-unit.store.ts'
import { managedBy } from './unit.scope.ts'
import { addAccount } from './add-account.ts'
import {
  type Account,
  findUnitAccount,
  isNameTaken,
  listUnitAccounts,
  lockUnitAccount,
} from '../identity/account.store.ts'
import { account } from '../schema/account.table.ts'
import { reserveName } from '../identity/reserve-name.ts'
import { resetPassword } from '../identity/reset-password.ts'

async function needAccount(tx: Db, session: Session, id: number): Promise<Account> {
  const found = await lockUnitAccount(tx, managedBy(session), id)
  if (!found) throw notThere()
  return found
}

async function freeName(db: Db, organId: number | null, unitId: number): Promise<string> {
  const name = `dw${organId ?? ''}${String(unitId).padStart(6, '0')}`
  for (let more = 0; more < 10; more += 1) {
    const tried = more === 0 ? name : `${name}-${more}`
    if (!(await isNameTaken(db, tried))) return tried
  }
  return ''
}

export const accountApi = implement(contract, {
  async list(input, { db, session }) {
    const { rows, total } = await listUnitAccounts(db, managedBy(session), input)
    return {
      list: rows.map(({ id, unitId, unitName, ...row }) => ({
        ...row,
        id: String(id),
        companyId: String(unitId),
        companyName: unitName,
      })),
      total,
    }
  },

  async suggestName({ lawCompanyId, sysOrganId }, { db, session }) {
    const found = await findManaged(db, managedBy(session), lawCompanyId)
    if (!found) throw notThere()
    const own = await findUnitAccount(db, found.id)
    return own ? own.account : freeName(db, sysOrganId ?? found.organId, found.id)
  },

  async companies({ search, ...page }, { db, session }) {
    const { rows, total } = await listUnitNames(db, matchingUnits(managedBy(session), search), page)
    return { list: rows.map(({ id, name }) => ({ id: String(id), name })), total }
  },

  add: (input, ctx) => addAccount(ctx, input),

  async rename({ id, account: name }, ctx) {
    return ctx.write(async (tx) => {
      const found = await needAccount(tx, ctx.session, id)
      await reserveName(() =>
        tx.transaction((inner) => inner.update(account).set({ account: name }).where(eq(account.id, id))),
      )
      return {
        value: null,
        audit: { accountId: id, unitId: found.unitId, before: { account: found.account }, after: { account: name } },
      }
    })
  },

  async enable({ id, status }, ctx) {
    return ctx.write(async (tx) => {
      const found = await needAccount(tx, ctx.session, id)
      await tx.update(account).set({ status }).where(eq(account.id, id))
      if (status !== 0) await endSessionsOf(tx, id, 'disabled', ctx.now)
      const what = { accountId: id, account: found.account, unitId: found.unitId }
      return { value: null, audit: { ...what, before: { status: found.status }, after: { status } } }
    })
  },

  resetPassword: ({ id }, ctx) => resetPassword(ctx, id, needAccount),
})
