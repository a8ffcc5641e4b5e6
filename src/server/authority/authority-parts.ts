import type { SQL } from 'drizzle-orm'
import type { AuthorityPart } from '#contract/authority.ts'
import { accessOverview, areaRanking, deviceFigures, providerShares } from '../dashboard/access-figures.ts'
import { fireAlarmCounts } from '../dashboard/equipment-counts.ts'
import type { Db } from '../db/open-db.ts'
import { currentDays, scoreTrend } from '../score/score-trend.ts'

/** What the figures of an area are computed over. */
export interface Area {
  readonly db: Db
  readonly now: Date
  readonly buildings: SQL
  /** Whether it is one district: only there do streets compare. */
  readonly isDistrict: boolean
  /** Where the special account's device card leads. */
  readonly deviceCard: string | null
}

function ranked({ db, buildings, now }: Area, rankType: 0 | 1, by: 'county' | 'streetNo' = 'county') {
  const { from, to } = currentDays(now)
  return areaRanking(db, buildings, rankType, from, to, by)
}

/** Providers as the authority's ranking names them. */
export async function isvRanking({ db, buildings }: Area) {
  const shares = await providerShares(db, buildings)
  return shares.map(({ id, name, value, percentage }) => ({
    isvName: name,
    isvId: String(id),
    buildingCount: value,
    percentage,
  }))
}

export async function streetRanking(area: Area) {
  return area.isDistrict ? ranked(area, 1, 'streetNo') : []
}

/** What the authority's dashboard opens with, part by part. */
const PARTS = {
  accessOverview: ({ db, buildings, now }: Area) => accessOverview(db, buildings, now),
  scoreOverview: ({ db, buildings, now }: Area) => scoreTrend(db, buildings, 7, now),
  rateRanking: (area: Area) => ranked(area, 0),
  scoreRanking: (area: Area) => ranked(area, 1),
  streetRanking,
  isvRanking,
  devices: ({ db, buildings }: Area) => deviceFigures(db, buildings),
  fireAlarm: ({ db, buildings }: Area) => fireAlarmCounts(db, buildings),
  deviceCard: async ({ deviceCard }: Area) => ({ url: deviceCard }),
} as const satisfies Record<AuthorityPart, (area: Area) => Promise<unknown>>

type PartAnswers = { [K in AuthorityPart]?: Awaited<ReturnType<(typeof PARTS)[K]>> }

/** The named parts, one after the other: the embedded database has one connection. */
export async function openAuthorityDashboard(area: Area, parts: readonly AuthorityPart[]): Promise<PartAnswers> {
  const answers: PartAnswers = {}
  const put = async <K extends AuthorityPart>(part: K) => {
    answers[part] = (await PARTS[part](area)) as PartAnswers[K]
  }
  for (const part of new Set(parts)) await put(part)
  return answers
}
