import { and, eq, sql } from 'drizzle-orm'
import { building as contract } from '#contract/building.ts'
import { latestApproval } from '../approval/approval.store.ts'
import { notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import { districtName, fromWireArea, streetName } from '../dictionary/regions.ts'
import { implement } from '../implement.ts'
import { currentDays } from '../score/current-days.ts'
import { accessNotice } from './access-notice.ts'
import { versionOf } from './building-form.present.ts'
import { type ListedBuilding, presentBuilding, presentSubmitted } from './building.present.ts'
import { buildingsOfArea, chosenBuildings, inRegister, visibleTo } from './building.scope.ts'
import {
  countBy,
  inApproval,
  listBuildings,
  listComplexes,
  listNames,
  matchingBuildings,
  scoredBetween,
} from './building.store.ts'
import { building } from './building.table.ts'
import { listEntered } from './entered.store.ts'
import { findBuilding } from './find-building.ts'
import { effectiveColumns } from './register-changes.rules.ts'
import { releaseBuilding } from './release-building.ts'
import { releaseProvider } from './release-provider.ts'

interface Area {
  readonly province: string
  readonly city: string
  readonly county: string
  readonly street?: string
}

/** The buildings of a chosen area, of those in sight; a street narrows its district further. */
function within(db: Db, session: Session, area: Area, buildType: 0 | 1 | 2 = 0) {
  const { province: provinceNo, city: cityNo, county: countyNo, street = '' } = area
  const inArea = and(buildingsOfArea(db, session, { provinceNo, cityNo, countyNo, buildType }), inRegister(session))
  if (street === '') return inArea ?? sql`false`
  const code = fromWireArea(street)
  if (code.length !== 9) throw notThere()
  return and(inArea, eq(building.streetNo, code)) ?? sql`false`
}

const present = (row: ListedBuilding) =>
  presentBuilding(row, { countyName: districtName(row.county), streetName: streetName(row.streetNo) })

export const buildingApi = implement(contract, {
  async entered({ lawCompanyId }, { db, session }) {
    return listEntered(db, await chosenBuildings(db, session, { lawCompanyId }))
  },

  async list(input, { db, session, now }) {
    const { isAccess: accessStatus, isvId: providerId, search, complexName, preRegistered } = input
    const filter = { accessStatus, providerId, search, complexName, preRegistered }
    const days = currentDays(now)
    const where = and(
      matchingBuildings(within(db, session, input, input.buildingType), filter),
      scoredBetween(input, days),
    )
    const { rows, total } = await listBuildings(db, where, input, days, input.order)
    return { list: rows.map(present), total }
  },

  async headStatistics(input, { db, session, now }) {
    const where = and(
      matchingBuildings(within(db, session, input, input.buildingType), {
        providerId: input.isvId,
        search: input.search,
        complexName: input.complexName,
        preRegistered: input.preRegistered,
      }),
      scoredBetween(input, currentDays(now)),
    )
    const counts = await countBy(db, building.accessStatus, where)
    const of = (status: number) => counts.get(status) ?? 0
    return { hasAccess: of(1), notAccess: of(0), accessing: of(2), accessFailed: of(3) }
  },

  async approveList(input, { db, session, now }) {
    const where = and(matchingBuildings(visibleTo(db, session), input), inApproval)
    const { rows, total } = await listBuildings(db, where, input, currentDays(now))
    return { list: rows.map(present), total }
  },

  async approveStatistic({ search, complexName, approveStatus }, { db, session }) {
    const where = and(matchingBuildings(visibleTo(db, session), { search, complexName, approveStatus }), inApproval)
    const counts = await countBy(db, building.approveStatus, where)
    return { approving: counts.get(0) ?? 0, refused: counts.get(1) ?? 0 }
  },

  complexes: (_, { db, session }) => listComplexes(db, and(visibleTo(db, session), inRegister(session))),

  approveComplexes: (_, { db, session }) => listComplexes(db, and(visibleTo(db, session), inApproval)),

  async approveDetail({ buildingId }, { db, session }) {
    const row = await findBuilding(db, session, buildingId)
    const newest = row.approveStatus === null ? undefined : await latestApproval(db, row.id)
    return presentSubmitted({ ...row, ...effectiveColumns(row, newest?.changes ?? {}) }, versionOf(row))
  },

  async allList(input, { db, session }) {
    const where = matchingBuildings(within(db, session, input), { search: input.search })
    const { rows, total } = await listNames(db, where, input)
    return { list: rows, total }
  },

  release: releaseBuilding,
  releaseProvider,
  notice: accessNotice,
})
