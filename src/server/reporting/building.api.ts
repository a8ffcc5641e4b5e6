import { and, eq, sql } from 'drizzle-orm'
import { building as contract } from '#contract/building.ts'
import { latestApproval } from '../registry/approval.store.ts'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { districtName, fromWireArea, streetName } from '../reference/regions.ts'
import { implement } from '../platform/implement.ts'
import { currentDays } from '../evaluation/current-days.ts'
import { accessNotice } from '../registry/access-notice.ts'
import { countConditions, inCondition } from '../registry/building-condition.store.ts'
import { versionOf } from '../registry/building-form.present.ts'
import { type ListedBuilding, presentBuilding, presentSubmitted } from '../registry/building.present.ts'
import { scopedBuildings, scopedInArea, inRegister, buildingScope } from '../registry/building.scope.ts'
import {
  countBy,
  inApproval,
  listBuildings,
  listComplexes,
  listBuildingNames,
  matchingBuildings,
  scoredBetween,
} from '../registry/building.store.ts'
import { building } from '../schema/building.table.ts'
import { listEntered } from '../registry/entered.store.ts'
import { findBuilding } from '../registry/find-building.ts'
import { effectiveColumns } from '../registry/register-changes.rules.ts'
import { releaseBuilding, releaseUnits } from '../registry/release-building.ts'
import { releaseProvider } from './release-provider.ts'

interface ListNarrowing {
  readonly province: string
  readonly city: string
  readonly county: string
  readonly street?: string
  readonly lawCompanyId?: number | undefined
}

async function within(db: Db, session: Session, narrowing: ListNarrowing, buildType: 0 | 1 | 2 = 0) {
  const { province: provinceNo, city: cityNo, county: countyNo, street = '', lawCompanyId } = narrowing
  const of = { provinceNo, cityNo, countyNo, buildType, lawCompanyId }
  const inArea = and(await scopedInArea(db, session, of), inRegister(session))
  if (street === '') return inArea ?? sql`false`
  const code = fromWireArea(street)
  if (code.length !== 9) throw notThere()
  return and(inArea, eq(building.streetNo, code)) ?? sql`false`
}

const present = (row: ListedBuilding) =>
  presentBuilding(row, { countyName: districtName(row.county), streetName: streetName(row.streetNo) })

export const buildingApi = implement(contract, {
  async entered({ lawCompanyId }, { db, session }) {
    return listEntered(db, await scopedBuildings(db, session, { lawCompanyId }))
  },

  async list(input, { db, session, now }) {
    const { isAccess: accessStatus, isvId: providerId, search, complexName, preRegistered } = input
    const filter = { accessStatus, providerId, search, complexName, preRegistered }
    const days = currentDays(now)
    const where = and(
      matchingBuildings(await within(db, session, input, input.buildingType), filter),
      scoredBetween(input, days),
      inCondition(input.condition, db, days),
    )
    const { rows, total } = await listBuildings(db, where, input, days, input.order)
    return { list: rows.map(present), total }
  },

  async headStatistics(input, { db, session, now }) {
    const days = currentDays(now)
    const where = and(
      matchingBuildings(await within(db, session, input, input.buildingType), {
        providerId: input.isvId,
        search: input.search,
        complexName: input.complexName,
        preRegistered: input.preRegistered,
      }),
      scoredBetween(input, days),
    )
    const counts = await countBy(db, building.accessStatus, where)
    const of = (status: number) => counts.get(status) ?? 0
    const [conditions] = await countConditions(db, where, days)
    return { hasAccess: of(1), notAccess: of(0), accessing: of(2), accessFailed: of(3), conditions }
  },

  async approveList(input, { db, session, now }) {
    const where = and(matchingBuildings(buildingScope(db, session), input), inApproval)
    const { rows, total } = await listBuildings(db, where, input, currentDays(now))
    return { list: rows.map(present), total }
  },

  async approveStatistic({ search, complexName, approveStatus }, { db, session }) {
    const where = and(matchingBuildings(buildingScope(db, session), { search, complexName, approveStatus }), inApproval)
    const counts = await countBy(db, building.approveStatus, where)
    return { approving: counts.get(0) ?? 0, refused: counts.get(1) ?? 0 }
  },

  complexes: (_, { db, session }) => listComplexes(db, and(buildingScope(db, session), inRegister(session))),

  approveComplexes: (_, { db, session }) => listComplexes(db, and(buildingScope(db, session), inApproval)),

  async approveDetail({ buildingId }, { db, session }) {
    const row = await findBuilding(db, session, buildingId)
    const newest = row.approveStatus === null ? undefined : await latestApproval(db, row.id)
    return presentSubmitted({ ...row, ...effectiveColumns(row, newest?.changes ?? {}) }, versionOf(row))
  },

  async allList(input, { db, session }) {
    const where = matchingBuildings(await within(db, session, input), { search: input.search })
    const { rows, total } = await listBuildingNames(db, where, input)
    return { list: rows, total }
  },

  release: releaseBuilding,
  releaseProvider,
  releaseUnits,
  notice: accessNotice,
})
