import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { savedUnit, unitForm } from '#contract/unit-form.ts'
import { unit as contract } from '#contract/unit.ts'
import { AppError, needForm, notThere } from '../platform/app-error.ts'
import { implement } from '../platform/implement.ts'
import { saveManagedUnit } from './save-managed-unit.ts'
import { saveOwnUnit } from './save-own-unit.ts'
import { presentUnit } from './unit.present.ts'
import { findOwnUnit, listBrigades, lockUnit } from './unit.store.ts'
import { unit } from '../schema/unit.table.ts'

export const unitApi = implement(contract, {
  async detail({ lawCompanyId }, { db, session }) {
    const own = await findOwnUnit(db, session)
    if (!own || (lawCompanyId !== undefined && lawCompanyId !== own.id)) throw notThere()
    return presentUnit(own)
  },

  async save({ lawCompany, iotBuildingEnterCompanies }, ctx) {
    if (ctx.session.actor.role === 'government') return saveManagedUnit(ctx, lawCompany, iotBuildingEnterCompanies)
    return saveOwnUnit(ctx, needForm(savedUnit, lawCompany, 'lawCompany'))
  },

  async completeInformation({ id }, ctx) {
    const { unitId } = ctx.session
    if (unitId === null || (id !== undefined && id !== unitId)) throw notThere()
    return ctx.write(async (tx) => {
      const own = await lockUnit(tx, unitId)
      if (!own) throw notThere()
      const told = presentUnit(own)
      if (!v.is(unitForm, { ...told, type: String(told.type) })) throw new AppError(400, '请先完善单位信息')
      await tx.update(unit).set({ profileComplete: true }).where(eq(unit.id, unitId))
      return {
        value: null,
        audit: { unitId, before: { profileComplete: own.profileComplete }, after: { profileComplete: true } },
      }
    })
  },

  async organs(_input, { db }) {
    return (await listBrigades(db)).map(({ id, name }) => ({ id: String(id), organname: name }))
  },
})
