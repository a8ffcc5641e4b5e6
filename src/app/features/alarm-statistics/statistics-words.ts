import { type StatisticsPick, type StatisticsSummary, TREND_PICKS } from '#contract/alarm-statistics.ts'
import { formatNumber } from '#app/lib/format.ts'

export const PICK_WORDS: Readonly<Record<StatisticsPick, string>> = {
  all: '全部火警',
  real: '真实火警',
  false: '误报',
  maintenance: '维保',
  test: '测试',
  undecided: '待确认',
  called: '已通知的火警',
  acked: '已响应的火警',
  judged: '已确认的火警',
  repeated: '多次通知的火警',
  flood: '集中报警的火警',
}

export function durationText(seconds: number | null): string {
  if (seconds === null) return '暂无'
  if (seconds < 60) return `${seconds} 秒`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} 分` : `${minutes} 分 ${seconds % 60} 秒`
  return minutes % 60 === 0 ? `${minutes / 60} 小时` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`
}

export const isInFirstHalf = (trend: StatisticsSummary['trend']) =>
  trend !== undefined &&
  trend.spans.slice(0, Math.ceil(trend.spans.length / 2)).some((span) => TREND_PICKS.some((pick) => span[pick] > 0))

export function differenceWords(by: number): string {
  if (by === 0) return '持平'
  return `${by > 0 ? '多' : '少'} ${formatNumber(Math.abs(by))} 条`
}

export function wholeShares(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0) || 1
  const rests = counts.map((count, at) => ({ at, rest: (100 * count) % total }))
  const missing = rests.reduce((sum, { rest }) => sum + rest, 0) / total
  const raised = new Set(
    rests
      .sort((a, b) => b.rest - a.rest)
      .slice(0, missing)
      .map(({ at }) => at),
  )
  return counts.map((count, at) => Math.floor((100 * count) / total) + (raised.has(at) ? 1 : 0))
}

export function spanWords(since: string, until: string | undefined): string {
  const [from, to] = [since.slice(0, 10), until?.slice(0, 10)]
  if (!since.endsWith('00:00:00') || !to || !until?.endsWith('23:59:59')) return `${since.slice(0, 16)} 起`
  return from === to ? from : `${from} 至 ${to}`
}
