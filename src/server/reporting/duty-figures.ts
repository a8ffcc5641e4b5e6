import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import type { Db } from '../platform/db/open-db.ts'
import {
  countConditions,
  countOffline,
  countProblemKinds,
  isLow,
  lowestScores,
  mostOffline,
  newestRefused,
  oldestProblem,
  silentProviders,
} from '../registry/building-condition.store.ts'
import { building } from '../schema/building.table.ts'

const wire = (at: Date | null | undefined) => (at ? toWireTime(at) : null)

/** @param days `currentDays` */
export async function dutyFigures(
  db: Db,
  inArea: SQL,
  inRegister: SQL | undefined,
  days: { from: string; to: string },
) {
  const where = and(inArea, inRegister)
  const isRefused = and(where, eq(building.approveStatus, 1))
  const [counted] = await countConditions(db, where, days)
  const { low, fault, offline, contactless } = counted ?? { low: 0, fault: 0, offline: 0, contactless: 0 }
  const [kinds] = await countProblemKinds(db, where)
  const { fires, offline: silent, total } = kinds ?? { fires: 0, offline: 0, total: 0 }
  const [oldest] = total === 0 ? [] : await oldestProblem(db, where)
  const [refused] = await newestRefused(db, isRefused)
  const lowest = low === 0 ? [] : await lowestScores(db, and(where, isLow(days)))
  return {
    contactless,
    low: {
      buildings: low,
      worst: lowest.map(({ buildingId, name, score }) => ({ buildingId: String(buildingId), name, score: score ?? 0 })),
    },
    problems: {
      fires,
      faults: total - fires - silent,
      offline: silent,
      buildings: fault,
      since: wire(oldest?.since),
      buildingName: oldest?.buildingName ?? null,
    },
    offline: {
      points: (await countOffline(db, inArea))[0]?.points ?? 0,
      buildings: offline,
      worst: (await mostOffline(db, inArea)).map((row) => ({ ...row, buildingId: String(row.buildingId) })),
    },
    silent: (await silentProviders(db, and(where, isNotNull(building.providerId)))).map((row) => ({
      providerId: String(row.providerId),
      name: row.name,
      buildings: row.buildings,
      lastTime: wire(row.lastAt),
    })),
    refused: {
      buildings: refused ? await db.$count(building, isRefused) : 0,
      name: refused?.name ?? null,
      reason: refused?.reason ?? null,
    },
  }
}
