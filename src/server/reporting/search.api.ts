import { and, inArray, sql } from 'drizzle-orm'
import { may } from '#contract/access.ts'
import {
  type BuildingHit,
  HITS,
  HITS_OF_ONE_KIND,
  MOST_COUNTED,
  globalSearch as contract,
  type SearchKind,
} from '#contract/search.ts'
import { pointStates, searchPoints } from '../devices/search-points.store.ts'
import { currentDays } from '../evaluation/current-days.ts'
import { searchWords } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { districtName } from '../reference/regions.ts'
import { buildingScope, inRegister } from '../registry/building.scope.ts'
import { listBuildings } from '../registry/building.store.ts'
import {
  buildingsNamed,
  searchBuildings,
  searchManagedUnits,
  searchProviders,
  searchTenants,
} from '../registry/search.store.ts'
import { managedBy } from '../registry/unit.scope.ts'
import { building } from '../schema/building.table.ts'

const NOTHING = { list: [], total: 0 }

export const searchApi = implement(contract, {
  async all({ search, kind }, { db, session, now }) {
    const words = searchWords(search)
    const limits = { rows: kind ? HITS_OF_ONE_KIND : HITS, counted: MOST_COUNTED }
    const scope = and(buildingScope(db, session), inRegister(session)) ?? sql`false`
    const isAuthority = session.actor.role === 'government'
    const wants = (one: SearchKind) => kind === '' || kind === one

    async function buildings() {
      const { ids, total } = await searchBuildings(db, scope, words, limits)
      return { list: await presentBuildings(db, ids, now), total }
    }

    async function units() {
      const { rows, total } = isAuthority
        ? await searchManagedUnits(db, managedBy(session), words, limits)
        : await searchTenants(db, scope, words, limits)
      return {
        total,
        list: rows.map((row) => ({ ...row, id: String(row.id), buildingId: row.buildingId && String(row.buildingId) })),
      }
    }

    async function points() {
      const named = isAuthority ? buildingsNamed(words.slice(0, 1)) : undefined
      const rows = await searchPoints(db, { scope, named }, words, limits.counted)
      const list = rows.slice(0, limits.rows)
      const states = await pointStates(
        db,
        list.map(({ id }) => id),
      )
      return {
        total: rows.length,
        list: list.map((row) => ({
          ...row,
          id: String(row.id),
          buildingId: String(row.buildingId),
          state: states.get(row.id),
        })),
      }
    }

    async function providers() {
      const { rows, total } = await searchProviders(db, words, limits)
      return {
        total,
        list: rows.map(({ suspendedAt, ...row }) => ({
          ...row,
          id: String(row.id),
          isSuspended: suspendedAt !== null,
        })),
      }
    }

    return {
      building: wants('building') ? await buildings() : NOTHING,
      unit: wants('unit') ? await units() : NOTHING,
      point: wants('point') ? await points() : NOTHING,
      provider: wants('provider') && may('gov2', session.actor) ? await providers() : NOTHING,
    }
  },
})

/** In the order of `ids`. */
async function presentBuildings(db: Db, ids: readonly number[], now: Date): Promise<BuildingHit[]> {
  if (ids.length === 0) return []
  const page = { currentPage: 1, pageSize: ids.length }
  const { rows } = await listBuildings(db, inArray(building.id, [...ids]), page, currentDays(now))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    return {
      id: String(id),
      name: row.name,
      countyName: districtName(row.county),
      address: row.addressDetail ?? row.address,
      accessStatus: row.accessStatus,
      safetyScore: row.score,
      alarmNum: row.alarms,
      faultNum: row.faults,
      offlineNum: row.points - row.online,
    }
  })
}
