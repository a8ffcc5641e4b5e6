import type { SQL } from 'drizzle-orm'
import type { DashboardPart } from '#contract/dashboard.ts'
import { PANEL_PAGE_SIZE } from '#contract/problem.ts'
import { ITEM_PAGE_SIZE } from '#contract/score.ts'
import { listEntered } from '../building/entered.store.ts'
import type { Db } from '../db/open-db.ts'
import { presentProblem } from '../problem/problem.present.ts'
import { countProblems, listProblems } from '../problem/problem.store.ts'
import { listItems } from '../score/list-items.ts'
import { scoreRate } from '../score/score-rate.ts'
import { scoreTrend } from '../score/score-trend.ts'
import { accessOverview, buildingAccess, deviceFigures, providerShares, settledTypes } from './access-figures.ts'
import { districtRanking } from './city-figures.ts'
import { fireAlarmCounts, hydrantCounts, sprinklerCounts } from './equipment-counts.ts'

/** What the parts are computed over. */
export interface Opening {
  readonly db: Db
  readonly now: Date
  /** The chosen building, or all of the unit's. */
  readonly chosen: SQL
  /** All of the unit's buildings. */
  readonly own: SQL
}

const first = (pageSize: number) => ({ currentPage: 1, pageSize, questionStatus: 0 as const })

/** What a dashboard opens with, part by part. */
export const OPENING_PARTS = {
  buildings: ({ db, own }: Opening) => listEntered(db, own),
  trend: ({ db, chosen, now }: Opening) => scoreTrend(db, { buildings: chosen }, 7, now),
  rate: ({ db, own, now }: Opening) => scoreRate(db, own, now),
  items: ({ db, chosen, now }: Opening) => listItems(db, chosen, first(ITEM_PAGE_SIZE), now),
  counts: ({ db, chosen }: Opening) => facilityCounts(db, chosen),
  problems: ({ db, chosen }: Opening) => firstProblems(db, chosen),
  devices: ({ db, chosen }: Opening) => deviceFigures(db, chosen),
  fireAlarm: ({ db, chosen }: Opening) => fireAlarmCounts(db, chosen),
  sprinkler: ({ db, chosen }: Opening) => sprinklerCounts(db, chosen, 1),
  hydrant: ({ db, chosen }: Opening) => hydrantCounts(db, chosen, 1),
  buildingAccess: ({ db, own }: Opening) => buildingAccess(db, own),
  unitTypes: ({ db, own }: Opening) => settledTypes(db, own),
  providers: ({ db, own }: Opening) => providerShares(db, own),
  accessOverview: ({ db, own, now }: Opening) => accessOverview(db, own, now),
  areaRanking: ({ db, now }: Opening) => districtRanking(db, undefined, 0, now),
} as const satisfies Record<DashboardPart, (of: Opening) => Promise<unknown>>

async function facilityCounts(db: Db, chosen: SQL) {
  const { resolved, total } = await countProblems(db, chosen)
  return { resolvedNum: resolved, notSolvedNum: total - resolved, totalNum: total }
}

async function firstProblems(db: Db, chosen: SQL) {
  const page = first(PANEL_PAGE_SIZE)
  const { rows, total } = await listProblems(db, chosen, page, page)
  return { list: rows.map(presentProblem), total }
}

type PartAnswers = { [K in DashboardPart]?: Awaited<ReturnType<(typeof OPENING_PARTS)[K]>> }

/** The named parts, one after the other: the embedded database has one connection. */
export async function openDashboard(opening: Opening, parts: readonly DashboardPart[]): Promise<PartAnswers> {
  const answers: PartAnswers = {}
  const put = async <K extends DashboardPart>(part: K) => {
    answers[part] = (await OPENING_PARTS[part](opening)) as PartAnswers[K]
  }
  for (const part of new Set(parts)) await put(part)
  return answers
}
