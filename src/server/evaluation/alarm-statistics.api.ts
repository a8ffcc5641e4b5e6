import { and, eq, type SQL, sql } from 'drizzle-orm'
import { falseCauseOf } from '#contract/alarm.rules.ts'
import { alarmStatistics as contract, STATISTICS_DAYS, TREND_PICKS } from '#contract/alarm-statistics.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { endOfWireTime, fromWireTime, toWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { implement } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { buildingScope, scopedByArea } from '../registry/building.scope.ts'
import { findBuilding } from '../registry/find-building.ts'
import { placeName } from '../registry/place-name.ts'
import { alarm } from '../schema/alarm.table.ts'
import { alarmScope } from './alarm.scope.ts'
import { type AlarmEntry, findAlarms } from './alarm.store.ts'
import {
  countPicked,
  countRanked,
  pickedIds,
  readRanked,
  readSummary,
  type StatisticsBase,
} from './alarm-statistics.store.ts'
import { exportRanking, exportStatistics } from './export-statistics.ts'
import { presentAlarm } from './present-alarm.ts'
import { trendSpans } from './trend.rules.ts'

const DAY_MS = 24 * 3_600_000
const USUAL_DAYS = 30

type Period = ParsedOf<typeof contract.summary>

async function baseOf(db: Db, session: Session, now: Date, of: Period): Promise<StatisticsBase> {
  const { startTime, endTime, buildingId, ...area } = of
  if (buildingId !== undefined) await findBuilding(db, session, buildingId)
  const end = endTime === undefined ? now : endOfWireTime(endTime)
  const start = startTime === undefined ? new Date(end.getTime() - USUAL_DAYS * DAY_MS) : fromWireTime(startTime)
  if (start >= end) throw new AppError(400, '结束时间应晚于开始时间', { endTime: '结束时间应晚于开始时间' })
  if (end.getTime() - start.getTime() > (STATISTICS_DAYS + 1) * DAY_MS) {
    const text = `最多统计 ${STATISTICS_DAYS} 天`
    throw new AppError(400, text, { startTime: text })
  }
  const isArea = area.provinceNo !== '' || area.cityNo !== '' || area.countyNo !== ''
  const scope: SQL | undefined = and(
    alarmScope(db, session),
    isArea ? scopedByArea(db, session, { ...area, buildType: 0 }) : undefined,
    buildingId === undefined ? undefined : eq(alarm.buildingId, buildingId),
  )
  return { scope: scope ?? sql`false`, start, end }
}

async function needDevice(db: Db, session: Session, pointId: number | undefined): Promise<void> {
  if (pointId === undefined) return
  const { rows } = await db.execute(sql`
    select 1 from point p join building on building.id = p.building_id
    where p.id = ${pointId} and ${buildingScope(db, session)}
    union all
    select 1 from (select building_id from device_event where point_id = ${pointId} limit 1) e
    join building on building.id = e.building_id where ${buildingScope(db, session)} limit 1`)
  if (rows.length === 0) throw notThere()
}

const secondsTo = (entry: AlarmEntry, at: Date | null) =>
  at === null || entry.alarm.wave === 0
    ? null
    : Math.max(0, Math.round((at.getTime() - entry.alarm.receivedAt.getTime()) / 1000))

const present = (entry: AlarmEntry) => ({
  ...presentAlarm(entry),
  cause: entry.alarm.verdict === 1 ? falseCauseOf(entry.note) : null,
  ackSeconds: secondsTo(entry, entry.alarm.ackedAt),
  judgeSeconds: (entry.alarm.judgedRank ?? 0) > 1 ? secondsTo(entry, entry.alarm.judgedAt) : null,
})

const offsetOf = ({ currentPage, pageSize }: { currentPage: number; pageSize: number }) => ({
  limit: pageSize,
  offset: (currentPage - 1) * pageSize,
})

const wire = (ms: number) => toWireTime(new Date(ms))

export const alarmStatisticsApi = implement(contract, {
  async summary(period, { db, session, now }) {
    const base = await baseOf(db, session, now, period)
    const { step, bounds } = trendSpans(base.start, base.end)
    const starts = bounds.slice(0, -1)
    const { floods, spans, ...figures } = await readSummary(db, base, starts)
    const none = Object.fromEntries(TREND_PICKS.map((pick) => [pick, 0])) as Record<
      (typeof TREND_PICKS)[number],
      number
    >
    return {
      startTime: toWireTime(base.start),
      endTime: wire(base.end.getTime() - 1000),
      trend: {
        step,
        spans: starts.map((start, at) => {
          const { span: _, ...counts } = spans.find(({ span }) => span === at + 1) ?? { span: 0, ...none }
          return {
            startTime: toWireTime(start),
            endTime: wire((bounds[at + 1] ?? base.end).getTime() - 1000),
            ...counts,
          }
        }),
      },
      ...figures,
      floods: floods.map(({ start, end, alarms }) => ({
        startTime: wire(Math.max(start, base.start.getTime())),
        endTime: wire(Math.min(end, base.end.getTime()) - 1000),
        alarms,
      })),
    }
  },

  async list({ pick, cause, pointId, currentPage, pageSize, ...period }, { db, session, now }) {
    const base = await baseOf(db, session, now, period)
    await needDevice(db, session, pointId)
    const of = { pick, cause, pointId }
    const total = await countPicked(db, base, of)
    const part = { order: 'undecided', ...offsetOf({ currentPage, pageSize }) } as const
    const ids = (await pickedIds(db, base, of, part)).map(({ id }) => id)
    return { list: (await findAlarms(db, base.scope, ids)).map(present), total }
  },

  async export({ pick, cause, pointId, ...period }, ctx) {
    const base = await baseOf(ctx.db, ctx.session, ctx.now, period)
    await needDevice(ctx.db, ctx.session, pointId)
    const place = await placeName(ctx.db, period)
    async function* rows() {
      const batch = 500
      for (let after; ;) {
        const ids = await pickedIds(ctx.db, base, { pick, cause, pointId }, { order: 'time', limit: batch, after })
        yield* (
          await findAlarms(
            ctx.db,
            base.scope,
            ids.map(({ id }) => id),
          )
        ).map(present)
        if (ids.length < batch) return
        after = ids.at(-1)
      }
    }
    return exportStatistics(ctx, rows(), [place])
  },

  async ranking({ by, currentPage, pageSize, ...period }, { db, session, now }) {
    const base = await baseOf(db, session, now, period)
    return {
      list: await readRanked(db, base, by, offsetOf({ currentPage, pageSize })),
      total: await countRanked(db, base, by),
    }
  },

  async rankingExport({ by, ...period }, ctx) {
    const base = await baseOf(ctx.db, ctx.session, ctx.now, period)
    const place = await placeName(ctx.db, period)
    return exportRanking(ctx, by, await readRanked(ctx.db, base, by, { limit: 100_000, offset: 0 }), [place])
  },
})
