import { ne } from 'drizzle-orm'
import { tenancy } from '#contract/tenancy.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Session } from '../platform/session.ts'
import { scopedBuildings, inDistrictsOf } from './building.scope.ts'
import { isClaimant, needConfirmedTie } from './need-confirmed-tie.ts'
import { COMPANY_LABELS } from '../reference/entries.ts'
import { implement } from '../platform/implement.ts'
import {
  addTenant,
  findChoosable,
  findTie,
  listCandidates,
  listTenants,
  removeTenant,
  type TieRow,
  updateTenant,
} from './tenancy.store.ts'
import { limitRate } from '../platform/too-often.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { unit } from '../schema/unit.table.ts'

const SEARCHES = { points: 60, windowSec: 60, blockSec: 0 }
const MOST_CANDIDATES = 100
const FEWEST_LETTERS = 2

const isAuthority = ({ actor }: Session) => actor.role === 'government'

const choosable = (session: Session) =>
  isAuthority(session) ? inDistrictsOf(session, unit.county) : ne(unit.county, SELF_TEST_COUNTY)

const timeOf = ({ enteredAt }: Pick<TieRow, 'enteredAt'>) => (enteredAt ? toWireTime(enteredAt) : null)

function needTenancyRight({ actor }: Session): void {
  if (actor.role === 'provider') throw new AppError(403)
}

async function needMayChange(tx: Db, session: Session, buildingId: number): Promise<void> {
  await scopedBuildings(tx, session, { buildingId })
  needTenancyRight(session)
  await needConfirmedTie(tx, session, buildingId)
}

function notAfterNow(enteredAt: Date, now: Date): void {
  if (enteredAt > now) throw new AppError(400, '入驻日期不能晚于今天', { enterTime: '入驻日期不能晚于今天' })
}

function labelOf(given: string): string {
  const entry = COMPANY_LABELS.find(({ code, name }) => code === given || name === given)
  if (!entry) throw new AppError(400, '请选择单位标签', { label: '请选择单位标签' })
  return entry.name
}

export const tenancyApi = implement(tenancy, {
  async candidates({ buildingId, ...filter }, { db, deps, session, now }) {
    await scopedBuildings(db, session, { buildingId })
    needTenancyRight(session)
    const [letters, most] = isAuthority(session) ? [1, Infinity] : [FEWEST_LETTERS, MOST_CANDIDATES]
    if (!isAuthority(session)) {
      await limitRate({ deps, now }, `tenants:${session.accountId}`, SEARCHES, '查找')
    }
    const sought = { ...filter, isNear: filter.search.length < letters, most }
    const { rows, total } = await listCandidates(db, choosable(session), buildingId, sought, filter)
    return { list: rows.map(({ id, name }) => ({ id: String(id), name })), total }
  },

  async list({ buildingId, ...page }, { db, session }) {
    await scopedBuildings(db, session, { buildingId })
    await needConfirmedTie(db, session, buildingId)
    const { rows, total } = await listTenants(db, buildingId, page)
    return {
      list: rows.map((row) => ({
        lawCompanyId: String(row.unitId),
        name: row.name,
        placeType: row.placeType,
        type: row.type,
        legalName: row.legalName,
        enterTime: timeOf(row),
        enterArea: row.enterArea,
        label: row.label,
      })),
      total,
    }
  },

  async detail({ lawCompanyId, buildingId }, { db, session }) {
    const tie = await findTie(db, await scopedBuildings(db, session, { buildingId }), lawCompanyId)
    if (!tie || (await isClaimant(db, session, tie.buildingId))) throw notThere()
    const { name, enterArea, type, label, legalName, placeType } = tie
    return { name, enterTime: timeOf(tie), enterArea, type, labelName: label, legalName, placeType }
  },

  async bind({ buildingId, lawCompanyId, enterTime, enterArea, label }, ctx) {
    const enteredAt = fromWireTime(enterTime)
    return ctx.write(async (tx) => {
      await needMayChange(tx, ctx.session, buildingId)
      notAfterNow(enteredAt, ctx.now)
      const word = labelOf(label)
      const unit = await findChoosable(tx, choosable(ctx.session), lawCompanyId)
      if (!unit) throw notThere()
      const row = { buildingId, unitId: lawCompanyId, enteredAt, enterArea, label: word }
      const added = await addTenant(tx, { ...row, createdAt: ctx.now, modifiedAt: ctx.now })
      if (!added) throw new AppError(409, '该单位已入驻本建筑', { lawCompanyId: '该单位已入驻本建筑' })
      return { value: null, audit: { buildingId, unitId: lawCompanyId, after: { enterTime, enterArea, label: word } } }
    })
  },

  async update({ buildingId, lawCompanyId, enterTime, enterArea, label }, ctx) {
    const enteredAt = fromWireTime(enterTime)
    return ctx.write(async (tx) => {
      await needMayChange(tx, ctx.session, buildingId)
      notAfterNow(enteredAt, ctx.now)
      const word = labelOf(label)
      const values = { enteredAt, enterArea, label: word, modifiedAt: ctx.now }
      const former = await updateTenant(tx, { buildingId, unitId: lawCompanyId }, values)
      if (!former) throw notThere()
      const before = { enterTime: timeOf(former), enterArea: former.enterArea, label: former.label }
      const after = { enterTime, enterArea, label: word }
      return { value: null, audit: { buildingId, unitId: lawCompanyId, before, after } }
    })
  },

  async break({ buildingId, lawCompanyId }, ctx) {
    return ctx.write(async (tx) => {
      await needMayChange(tx, ctx.session, buildingId)
      const before = await removeTenant(tx, buildingId, lawCompanyId)
      if (!before) throw notThere()
      return { value: null, audit: { buildingId, unitId: lawCompanyId, before } }
    })
  },
})
