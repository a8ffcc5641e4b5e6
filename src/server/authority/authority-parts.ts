import type { SQL } from 'drizzle-orm'
import type { AuthorityPart } from '#contract/authority.ts'
import type { Cells } from '../tally/tally.table.ts'
import { cellDevices, rankAreas } from '../dashboard/access-figures.ts'
import { standingByStreet } from '../dashboard/access.store.ts'
import { cellOverview, cellProviders, districtRanking } from '../dashboard/city-figures.ts'
import { cityStanding, type Standing } from '../building/standing.store.ts'
import type { Db } from '../db/open-db.ts'
import { once } from '../db/share-read.ts'
import { currentDays } from '../score/current-days.ts'
import { scoreTrend } from '../score/score-trend.ts'
import { alarmFigures } from './alarm-figures.ts'

/** What the figures of an area are computed over. */
export interface Area {
  readonly db: Db
  readonly now: Date
  readonly buildings: SQL
  /** The districts' types that make up the same. */
  readonly cells: Cells
  /** Whether it is one district: only there do streets compare. */
  readonly isDistrict: boolean
  /** Where the special account's device card leads. */
  readonly deviceCard: string | null
}

/** Providers as the authority's ranking names them. */
export const presentProviders = (
  providers: readonly { id: number; name: string; value: number; percentage: number }[],
) =>
  providers.map(({ id, name, value, percentage }) => ({
    isvName: name,
    isvId: String(id),
    buildingCount: value,
    percentage,
  }))

export async function streetRanking({ db, cells, isDistrict, now }: Area) {
  return isDistrict ? rankAreas(await standingByStreet(db, cells, currentDays(now)), 1, 'streetNo') : []
}

/** An area whose city is walked over once for all parts that ask. */
interface Opening extends Area {
  city(): Promise<Standing[]>
}

/** What the authority's dashboard opens with, part by part. */
const PARTS = {
  accessOverview: ({ db, cells, now, city }: Opening) => cellOverview(db, cells, now, city()),
  scoreOverview: ({ db, now, city, ...of }: Opening) => scoreTrend(db, of, 7, now, { standing: city }),
  rateRanking: ({ db, cells, now, city }: Opening) => districtRanking(db, cells, 0, now, city()),
  scoreRanking: ({ db, cells, now, city }: Opening) => districtRanking(db, cells, 1, now, city()),
  streetRanking,
  isvRanking: async ({ db, cells }: Area) => presentProviders(await cellProviders(db, cells)),
  devices: ({ db, cells }: Area) => cellDevices(db, cells),
  fireAlarm: ({ db, cells }: Area) => alarmFigures(db, cells),
  deviceCard: async ({ deviceCard }: Area) => ({ url: deviceCard }),
} as const satisfies Record<AuthorityPart, (area: Opening) => Promise<unknown>>

type PartAnswers = { [K in AuthorityPart]?: Awaited<ReturnType<(typeof PARTS)[K]>> }

/** The named parts. They are asked for at once: each waits for a reading that others share, not for the part before it. */
export async function openAuthorityDashboard(area: Area, parts: readonly AuthorityPart[]): Promise<PartAnswers> {
  const city = once(() => cityStanding(area.db, currentDays(area.now)))
  const answers: PartAnswers = {}
  const put = async <K extends AuthorityPart>(part: K) => {
    answers[part] = (await PARTS[part]({ ...area, city })) as PartAnswers[K]
  }
  await Promise.all([...new Set(parts)].map((part) => put(part)))
  return answers
}
