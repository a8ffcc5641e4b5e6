import { curve, MOST_CURVE_DAYS } from '#contract/curve.ts'
import { chartedOf } from '#contract/measure-words.ts'
import type { TimelyData } from '#contract/record.ts'
import { endOfWireTime, fromWireTime, toWireTime } from '#contract/time.ts'
import { expectedInterval } from '../evaluation/expected-interval.ts'
import { normalRange } from '../evaluation/gauge-limits.ts'
import { AppError } from '../platform/app-error.ts'
import { implement } from '../platform/implement.ts'
import { type CurveSpan, readCurve, reportedMeasures, type Sample } from './curve.store.ts'
import { findDevice } from './find-device.ts'

const DAY = 86_400_000
const INTERVALS = 200

export const curveApi = implement(curve, {
  async one({ id, figure: wanted, ...asked }, { db, session, now }) {
    const { apiId } = await findDevice(db, session, id)
    const span = spanOf(asked, now)
    const { measures, height } = await reportedMeasures(db, id)
    const figures = chartedOf(apiId, measures as TimelyData)
    const figure = wanted ?? figures[0] ?? null
    const width = (span.to.getTime() - span.from.getTime()) / INTERVALS
    const samples = figure === null ? [] : await readCurve(db, { pointId: id, figure, span, width })
    return {
      deviceId: String(id),
      figures,
      figure,
      ...normalRange(apiId, height, figure),
      startTime: toWireTime(span.from),
      endTime: toWireTime(span.to),
      gap: Math.round(gapOf(samples, Math.max(expectedInterval(apiId), width)) / 1000),
      points: samples.map(({ at, value }) => ({ time: toWireTime(new Date(at)), value })),
    }
  },
})

/** Some devices report less often than expected. */
function gapOf(samples: readonly Sample[], expected: number): number {
  const intervals = samples.slice(1).map(({ at }, before) => at - (samples[before]?.at ?? at))
  const usual = intervals.sort((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 0
  return Math.max(2 * expected, 2.5 * usual)
}

interface Asked {
  readonly days: number
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

function spanOf({ days, startTime, endTime }: Asked, now: Date): CurveSpan {
  const to = endTime === undefined ? now : endOfWireTime(endTime)
  const from = startTime === undefined ? new Date(to.getTime() - days * DAY) : fromWireTime(startTime)
  if (from >= to) throw badSpan('开始时间须早于结束时间')
  if (to.getTime() - from.getTime() > MOST_CURVE_DAYS * DAY) throw badSpan(`曲线最多显示 ${MOST_CURVE_DAYS} 天`)
  return { from, to }
}

const badSpan = (words: string) => new AppError(400, words, { startTime: words })
