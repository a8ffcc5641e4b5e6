import type { SQL } from 'drizzle-orm'
import { buildingDetail } from '#contract/building-detail.ts'
import { notThere } from '../app-error.ts'
import { presentNewest } from '../approval/present-application.ts'
import { newestApplication } from '../approval/review.store.ts'
import type { Db } from '../db/open-db.ts'
import { implement } from '../implement.ts'
import { currentDays } from '../score/current-days.ts'
import {
  type BuildingRow,
  countOpenProblems,
  findBuilding,
  findProvider,
  findSafetyManager,
  latestDay,
  listActivities,
} from './building-detail.store.ts'
import { chosenBuildings } from './building.scope.ts'
import { isClaimant } from './need-confirmed-tie.ts'
import { presentDetail, presentInfo } from './present-building.ts'
import { reportBuilding } from './report-building.ts'
import { seesProvider } from './sees-provider.ts'

async function needBuilding(db: Db, where: SQL): Promise<BuildingRow> {
  const row = await findBuilding(db, where)
  if (!row) throw notThere()
  return row
}

export const buildingDetailApi = implement(buildingDetail, {
  async detail(input, { db, session, now }) {
    const row = await needBuilding(db, await chosenBuildings(db, session, input))
    return presentDetail(row, {
      role: session.actor.role,
      isClaimant: await isClaimant(db, session, row.id),
      score: (await latestDay(db, row.id, currentDays(now)))?.score ?? null,
      exceptions: await countOpenProblems(db, row.id),
      manager: await findSafetyManager(db, row.id),
      provider: row.providerId === null ? undefined : await findProvider(db, row.providerId),
    })
  },

  async info(input, { db, session }) {
    const row = await needBuilding(db, await chosenBuildings(db, session, input))
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
    const row = await needBuilding(ctx.db, await chosenBuildings(ctx.db, ctx.session, input))
    return reportBuilding(ctx, row, companyId)
  },
})
