import { eq, type SQL } from 'drizzle-orm'
import { buildingDetail } from '#contract/building-detail.ts'
import { notThere } from '../platform/app-error.ts'
import { presentNewest } from '../registry/present-application.ts'
import { newestApplication } from '../registry/application.store.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import { currentDays } from '../evaluation/current-days.ts'
import {
  type BuildingRow,
  countBuildingPoints,
  countOpenProblems,
  findBuildingDetail,
  findBuildingProvider,
  findSafetyManager,
  latestDay,
  listActivities,
} from '../registry/building-detail.store.ts'
import { countOpenAlarms, countOpenFaults } from '../registry/building-condition.store.ts'
import { scopedBuildings } from '../registry/building.scope.ts'
import { isClaimant } from '../registry/need-confirmed-tie.ts'
import { presentDetail, presentInfo } from '../registry/present-building.ts'
import { reportBuilding } from './report-building.ts'
import { seesProvider } from '../registry/sees-provider.ts'
import { alarm } from '../schema/alarm.table.ts'
import { problem } from '../schema/problem.table.ts'

async function needBuilding(db: Db, where: SQL): Promise<BuildingRow> {
  const row = await findBuildingDetail(db, where)
  if (!row) throw notThere()
  return row
}

export const buildingDetailApi = implement(buildingDetail, {
  async detail(input, { db, session, now }) {
    const row = await needBuilding(db, await scopedBuildings(db, session, input))
    return presentDetail(row, {
      role: session.actor.role,
      isClaimant: await isClaimant(db, session, row.id),
      score: (await latestDay(db, row.id, currentDays(now)))?.score ?? null,
      exceptions: await countOpenProblems(db, row.id),
      points: await countBuildingPoints(db, row.id),
      alarms: (await countOpenAlarms(db, eq(alarm.buildingId, row.id)))[0]?.number ?? 0,
      faults: (await countOpenFaults(db, eq(problem.buildingId, row.id)))[0]?.number ?? 0,
      manager: await findSafetyManager(db, row.id),
      provider: row.providerId === null ? undefined : await findBuildingProvider(db, row.providerId),
    })
  },

  async info(input, { db, session }) {
    const row = await needBuilding(db, await scopedBuildings(db, session, input))
    const newest = session.actor.role === 'provider' ? undefined : await newestApplication(db, row.id)
    return { ...presentInfo(row), application: newest ? presentNewest(newest, session) : null }
  },

  async providerLife({ iotProviderId }, { db, session }) {
    if (!(await seesProvider(db, session, iotProviderId))) throw notThere()
    const years = new Map<string, { eventName: string; triggerTime: string }[]>()
    for (const { eventName, day } of await listActivities(db, iotProviderId)) {
      const year = day.slice(0, 4)
      years.set(year, [...(years.get(year) ?? []), { eventName, triggerTime: `${day} 00:00:00` }])
    }
    return [...years].map(([activityYear, iotIsvActivityVOS]) => ({ activityYear, iotIsvActivityVOS }))
  },

  async report({ companyId, ...input }, ctx) {
    const row = await needBuilding(ctx.db, await scopedBuildings(ctx.db, ctx.session, input))
    return reportBuilding(ctx, row, companyId)
  },
})
