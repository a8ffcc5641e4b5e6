import type { SQL } from 'drizzle-orm'
import type { DashboardPart } from '#contract/dashboard.ts'
import { PANEL_PAGE_SIZE } from '#contract/problem.ts'
import { ITEM_PAGE_SIZE } from '#contract/score.ts'
import { listEntered } from '../building/entered.store.ts'
import { type AccessCounts, cityStanding, type Standing } from '../building/standing.store.ts'
import type { Db } from '../db/open-db.ts'
import { once } from '../db/share-read.ts'
import { presentProblem } from '../problem/problem.present.ts'
import { countProblems, listProblems } from '../problem/problem.store.ts'
import { currentDays } from '../score/current-days.ts'
import { listItems } from '../score/list-items.ts'
import { scoreRate } from '../score/score-rate.ts'
import { scoreTrend } from '../score/score-trend.ts'
import { latestMean } from '../score/score.store.ts'
import { countAccess } from './access.store.ts'
import { accessOverview, buildingAccess, deviceFigures, providerShares, settledTypes } from './access-figures.ts'
import { districtRanking } from './city-figures.ts'
import { fireAlarmCounts, hydrantCounts, sprinklerCounts } from './equipment-counts.ts'
import { countPoints, type PointState } from './equipment.store.ts'

/** What the parts are computed over. */
export interface Opening {
  readonly db: Db
  readonly now: Date
  /** The chosen building, or all of the unit's. */
  readonly chosen: SQL
  /** All of the unit's buildings. */
  readonly own: SQL
}

/** An opening whose parts share what several of them are made from: each is read once, when a part first asks. */
interface Sharing extends Opening {
  readonly standing: () => Promise<Standing[]>
  /** The mean of the latest scores, of the chosen and of all. */
  readonly latest: () => Promise<number | null>
  readonly ownLatest: () => Promise<number | null>
  readonly access: () => Promise<AccessCounts & { readonly failed: number }>
  readonly points: () => Promise<PointState[]>
}

function sharing(of: Opening): Sharing {
  const { db, chosen, own } = of
  const days = currentDays(of.now)
  const latest = once(() => latestMean(db, chosen, days.from, days.to))
  return {
    ...of,
    standing: once(() => cityStanding(db, days)),
    latest,
    ownLatest: own === chosen ? latest : once(() => latestMean(db, own, days.from, days.to)),
    access: once(() => countAccess(db, own)),
    points: once(() => countPoints(db, chosen)),
  }
}

const first = (pageSize: number) => ({ currentPage: 1, pageSize, questionStatus: 0 as const })

/** What a dashboard opens with, part by part. */
export const OPENING_PARTS = {
  buildings: ({ db, own }: Opening) => listEntered(db, own),
  trend: ({ db, chosen, now, standing, latest }: Sharing) =>
    scoreTrend(db, { buildings: chosen }, 7, now, { standing, latest }),
  rate: ({ db, own, now, standing, ownLatest: latest }: Sharing) => scoreRate(db, own, now, { standing, latest }),
  items: ({ db, chosen, now }: Opening) => listItems(db, chosen, first(ITEM_PAGE_SIZE), now),
  counts: ({ db, chosen }: Opening) => facilityCounts(db, chosen),
  problems: ({ db, chosen }: Opening) => firstProblems(db, chosen),
  devices: async ({ points }: Sharing) => deviceFigures(await points()),
  fireAlarm: async ({ points }: Sharing) => fireAlarmCounts(await points()),
  sprinkler: ({ db, chosen }: Opening) => sprinklerCounts(db, chosen, 1),
  hydrant: ({ db, chosen }: Opening) => hydrantCounts(db, chosen, 1),
  buildingAccess: async ({ access }: Sharing) => buildingAccess(await access()),
  unitTypes: ({ db, own }: Opening) => settledTypes(db, own),
  providers: ({ db, own }: Opening) => providerShares(db, own),
  accessOverview: ({ db, own, now, access }: Sharing) => accessOverview(db, own, now, access()),
  areaRanking: ({ db, now, standing }: Sharing) => districtRanking(db, undefined, 0, now, standing()),
} as const satisfies Record<DashboardPart, (of: Sharing) => Promise<unknown>>

async function facilityCounts(db: Db, chosen: SQL) {
  const { resolved, open, total } = await countProblems(db, chosen)
  return { resolvedNum: resolved, notSolvedNum: open, totalNum: total }
}

async function firstProblems(db: Db, chosen: SQL) {
  const page = first(PANEL_PAGE_SIZE)
  const { rows, total } = await listProblems(db, chosen, page, page)
  return { list: rows.map(presentProblem), total }
}

type PartAnswers = { [K in DashboardPart]?: Awaited<ReturnType<(typeof OPENING_PARTS)[K]>> }

/** How many parts are read at once: enough not to wait for each, few enough to leave others a connection. */
const LANES = 4

/** The named parts, some at a time. */
export async function openDashboard(opening: Opening, parts: readonly DashboardPart[]): Promise<PartAnswers> {
  const answers: PartAnswers = {}
  const shared = sharing(opening)
  const put = async <K extends DashboardPart>(part: K) => {
    answers[part] = (await OPENING_PARTS[part](shared)) as PartAnswers[K]
  }
  const waiting = new Set(parts).values()
  const lane = async () => {
    for (const part of waiting) await put(part)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return answers
}
