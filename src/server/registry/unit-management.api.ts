import { and, type SQL } from 'drizzle-orm'
import type { ManagedDetail, UnitRow as Listed } from '#contract/unit-management.ts'
import { OTHER_UNITS, type UnitConditionKind, unitManagement } from '#contract/unit-management.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { toWireTime } from '#contract/time.ts'
import { notThere } from '../platform/app-error.ts'
import { buildingScope } from './building.scope.ts'
import { districtName, streetName } from '../reference/regions.ts'
import { implement } from '../platform/implement.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Session } from '../platform/session.ts'
import { exportUnits } from './export-units.ts'
import {
  countByType,
  countManaged,
  findManaged,
  inCategory,
  listEnteredBy,
  listManaged,
  listWorstManaged,
  type ManagedRow,
  matchingUnits,
} from './managed-unit.store.ts'
import { removeUnit } from './remove-unit.ts'
import { inUnitCondition } from './unit-condition.store.ts'
import { managedBy, managedWithin } from './unit.scope.ts'

const textId = (id: number | null) => (id === null ? null : String(id))

const present = (row: ManagedRow & { readonly fires?: number }): Listed => ({
  id: String(row.id),
  name: row.name,
  countyName: districtName(row.county),
  streetName: streetName(row.streetNo),
  addressDetail: row.addressDetail,
  type: row.type,
  dwxz: row.unitType,
  placeType: row.placeType,
  isBuildingManager: row.isBuildingManager,
  legalName: row.legalName,
  sysOrganId: textId(row.organId),
  sysOrganName: row.organName,
  accountId: textId(row.accountId),
  account: row.account,
  accountStatus: row.accountStatus,
  ...(row.fires !== undefined && { fires: row.fires }),
})

type Wanted = ParsedOf<typeof unitManagement.export>

interface Reader {
  readonly db: Db
  readonly session: Session
}

const conditionOf = (condition: UnitConditionKind | undefined, { db, session }: Reader) =>
  inUnitCondition(condition, db, buildingScope(db, session))

function wanted(reader: Reader, input: Wanted): SQL {
  const found = matchingUnits(managedWithin(reader.session, input), input.search)
  return and(found, inCategory(input.unitType, OTHER_UNITS), conditionOf(input.condition, reader)) ?? found
}

type Row = NonNullable<Awaited<ReturnType<typeof findManaged>>>

function presentDetail(row: Row, entered: Awaited<ReturnType<typeof listEnteredBy>>): ManagedDetail {
  return {
    ...row,
    id: String(row.id),
    jdxx: row.streetName,
    address: row.companyAddress,
    dwxz: row.unitType,
    nature: row.ownership,
    sysOrganId: textId(row.organId),
    dwLicense: row.creditCode,
    buildTime: row.foundedAt && toWireTime(row.foundedAt),
    modifyTime: toWireTime(row.modifiedAt),
    belongBuilding: entered.length > 0 ? 1 : 0,
    buildInfo: entered.map(({ buildingId, enteredAt, ...one }) => ({
      ...one,
      buildingId: String(buildingId),
      enterTime: enteredAt && toWireTime(enteredAt),
    })),
  }
}

export const unitManagementApi = implement(unitManagement, {
  async statistics(_input, ctx) {
    const { db, session } = ctx
    const counted = await countByType(db, managedBy(session))
    const within = (condition: UnitConditionKind) =>
      countManaged(db, and(managedBy(session), conditionOf(condition, ctx)))
    const of = (type: number) => counted.find((one) => one.type === type)?.count ?? 0
    const total = counted.reduce((sum, one) => sum + one.count, 0)
    return [
      { unitType: 0, count: total, fire: await within('fire'), accountless: await within('accountless') },
      ...[1, 2].map((unitType) => ({ unitType, count: of(unitType) })),
    ]
  },

  async list(input, ctx) {
    const { db, session } = ctx
    const where = wanted(ctx, input)
    const { rows, total } = await (input.order === 'worst'
      ? listWorstManaged(db, where, buildingScope(db, session), input)
      : listManaged(db, where, input))
    return { list: rows.map(present), total }
  },

  async export(input, ctx) {
    return exportUnits(ctx, wanted(ctx, input), input.county || (ctx.session.county ?? ''))
  },

  async detail({ lawCompanyId }, { db, session }) {
    const row = await findManaged(db, managedBy(session), lawCompanyId)
    if (!row) throw notThere()
    return presentDetail(row, await listEnteredBy(db, row.id, buildingScope(db, session)))
  },

  remove: ({ lawCompanyId }, ctx) => removeUnit(ctx, lawCompanyId),
})
