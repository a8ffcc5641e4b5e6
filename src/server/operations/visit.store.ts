import { countDistinct, eq, gte, lt, sql } from 'drizzle-orm'
import type { DeviceClass } from '#contract/fault.rules.ts'
import { type VisitMeasure, VISIT_MEASURES, STREAM_MODES, type StreamMode } from '#contract/visit.rules.ts'
import type { VisitReport } from '#contract/visit.ts'
import type { Db } from '../platform/db/open-db.ts'
import { groupBy } from '../platform/group-by.ts'
import { visitDay } from '../schema/visit.table.ts'
import { bucketAt, bucketsOf } from '#contract/visit-figures.rules.ts'

const BUILDS_A_DAY = 20
const OTHER_BUILD = 'other'
const STREAM = 'stream'

const oneOf = (length: number, at: number) => Array.from({ length }, (_, index) => (index === at ? 1 : 0))

async function knownBuild(db: Db, day: string, build: string): Promise<string> {
  const [row] = await db
    .select({ builds: countDistinct(visitDay.build), isKnown: sql<boolean>`bool_or(${visitDay.build} = ${build})` })
    .from(visitDay)
    .where(eq(visitDay.day, day))
  return row?.isKnown || (row?.builds ?? 0) < BUILDS_A_DAY ? build : OTHER_BUILD
}

export async function addVisit(db: Db, day: string, visit: VisitReport): Promise<void> {
  const { route, device, stream } = visit
  const key = { day, build: await knownBuild(db, day, visit.build), route, device }
  const measured = VISIT_MEASURES.flatMap((measure) => {
    const value = visit[measure]
    return value === undefined ? [] : [{ measure, counts: oneOf(bucketsOf(measure), bucketAt(measure, value)) }]
  })
  const counted = [
    ...measured,
    { measure: STREAM, counts: oneOf(STREAM_MODES.length, STREAM_MODES.indexOf(stream)) },
  ].toSorted((a, b) => (a.measure < b.measure ? -1 : 1))
  await db
    .insert(visitDay)
    .values(counted.map((row) => ({ ...key, ...row })))
    .onConflictDoUpdate({
      target: [visitDay.day, visitDay.build, visitDay.route, visitDay.device, visitDay.measure],
      set: {
        counts: sql`(select array_agg(coalesce(a, 0) + coalesce(b, 0) order by at)
          from unnest(${visitDay.counts}, excluded.counts) with ordinality as t(a, b, at))`,
      },
    })
}

export interface VisitGroup {
  readonly route: string
  readonly device: DeviceClass
  readonly measures: Readonly<Partial<Record<VisitMeasure, readonly number[]>>>
  readonly streams: Readonly<Record<StreamMode, number>>
}

interface Summed extends Record<string, unknown> {
  readonly route: string
  readonly device: DeviceClass
  readonly measure: string
  readonly counts: readonly string[]
}

export async function readVisits(db: Db, from: string, build: string | null): Promise<VisitGroup[]> {
  const ofBuild = build === null ? sql`true` : sql`build = ${build}`
  const { rows } = await db.execute<Summed>(sql`
    select route, device, measure, array_agg(count::text order by at) as counts
    from (
      select route, device, measure, at, sum(one) as count
      from ${visitDay}, unnest(counts) with ordinality as u(one, at)
      where day >= ${from}::date and ${ofBuild}
      group by route, device, measure, at
    ) as summed
    group by route, device, measure`)
  const groups = groupBy(rows, ({ route, device }) => `${route} ${device}`)
  return [...groups.values()].map((own) => {
    const countsOf = (measure: string) => own.find((row) => row.measure === measure)?.counts.map(Number)
    const modes = countsOf(STREAM) ?? []
    const measures = Object.fromEntries(
      VISIT_MEASURES.flatMap((measure) => {
        const counts = countsOf(measure)
        return counts ? [[measure, counts]] : []
      }),
    )
    const streams = Object.fromEntries(STREAM_MODES.map((mode, at) => [mode, modes[at] ?? 0]))
    const { route, device } = own[0] as Summed
    return { route, device, measures, streams: streams as VisitGroup['streams'] }
  })
}

export async function visitedBuilds(db: Db, from: string): Promise<string[]> {
  const rows = await db
    .select({ build: visitDay.build, last: sql<string>`max(${visitDay.day})` })
    .from(visitDay)
    .where(gte(visitDay.day, from))
    .groupBy(visitDay.build)
    .orderBy(sql`max(${visitDay.day}) desc`, visitDay.build)
  return rows.map(({ build }) => build)
}

export async function removeVisits(db: Db, before: string): Promise<void> {
  await db.delete(visitDay).where(lt(visitDay.day, before))
}
