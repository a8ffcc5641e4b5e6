import { and, isNotNull } from 'drizzle-orm'
import type { LngLat } from '#contract/coordinates.ts'
import { distanceBetween } from '#contract/distance.ts'
import { nearby } from '#contract/nearby.ts'
import { currentDays } from '../evaluation/current-days.ts'
import { implement } from '../platform/implement.ts'
import { districtName, streetName } from '../reference/regions.ts'
import { countUnplaced, isUnplaced, isWithin } from '../registry/building-place.store.ts'
import { presentBuilding } from '../registry/building.present.ts'
import { buildingScope, inRegister } from '../registry/building.scope.ts'
import { listBuildings } from '../registry/building.store.ts'
import { building } from '../schema/building.table.ts'

const isPlaced = and(isNotNull(building.gisX), isNotNull(building.gisY))

export const nearbyApi = implement(nearby, {
  async buildings(input, { db, session, now }) {
    const { gisX: lng, gisY: lat, within } = input
    const here: LngLat = [lng, lat]
    const visible = and(buildingScope(db, session), inRegister(session))
    const listed = input.unplaced === 1 ? isUnplaced : within === undefined ? isPlaced : isWithin(here, within)
    const { rows, total } = await listBuildings(
      db,
      and(visible, listed),
      input,
      { ...currentDays(now), lng, lat },
      'nearest',
    )
    return {
      list: rows.map((row) => {
        const { address, gisX, gisY } = row
        return {
          ...presentBuilding(row, { countyName: districtName(row.county), streetName: streetName(row.streetNo) }),
          safetyScore: row.score,
          alarmNum: row.alarms,
          faultNum: row.faults,
          offlineNum: row.points - row.online,
          address,
          gisX,
          gisY,
          distance: gisX === null || gisY === null ? null : Math.round(distanceBetween(here, [gisX, gisY])),
        }
      }),
      total,
      unplaced: await countUnplaced(db, visible),
    }
  },
})
