import { REAL } from '#contract/alarm.rules.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { formatNumber } from '#app/lib/format.ts'
import { isOlderThanDay } from './alarm-age.rules.ts'
import { kindWord } from './alarm-device.ts'
import { KEY_BUILDING, NOT_AGAIN } from './rank-words.ts'

const REAL_WORD = '真实火警'
const PRIORITY_WORDS = ['', '多点同时或手动报警', KEY_BUILDING, '其他']

/** As the server orders (`alarm.store.ts`). */
function urgencyOf(of: AlarmRow, now: Date): readonly (readonly [rank: number, word: string])[] {
  const isReal = of.verdict === REAL
  const isFire = of.kind === 'fire'
  const isOld = isOlderThanDay(of, now)
  const isAnswered = of.state === 'acked' && of.callTime === null
  return [
    [Number(!isReal), isReal ? REAL_WORD : ''],
    [Number(!isFire), isReal ? '' : kindWord(of)],
    [Number(isOld), isOld ? NOT_AGAIN : ''],
    [Number(isAnswered), isAnswered ? '已响应' : '未响应'],
    [Number(!of.isFresh), of.isFresh ? '即时' : '补传'],
    [of.priority, (isFire && PRIORITY_WORDS[of.priority]) || ''],
  ]
}

const newestOf = ({ callTime, lastTime }: AlarmRow) => (callTime && callTime > lastTime ? callTime : lastTime)

export function byUrgency(now: Date): (a: AlarmRow, b: AlarmRow) => number {
  return (a, b) => {
    const others = urgencyOf(b, now)
    const differences = urgencyOf(a, now).map(([rank], at) => rank - (others[at]?.[0] ?? 0))
    return differences.find((one) => one !== 0) ?? newestOf(b).localeCompare(newestOf(a))
  }
}

const FIRST_WORDS = [REAL_WORD, kindWord({ kind: 'fire' }), '24 小时内报过的', '未响应', '即时', '多点同时或手动的']

/** '24 小时内报过的、多点同时或手动的在前' */
export function orderWords(alarms: readonly AlarmRow[], now: Date, most = 2): string {
  const isMixed = alarms.some((of) => of.kind !== 'fire' && !isOlderThanDay(of, now))
  const ranks = alarms.map((of) => urgencyOf(of, now).map(([rank], at) => (at === 1 && !isMixed ? 0 : rank)))
  const countOfGroups = (by: number) => new Set(ranks.map((all) => all.slice(0, by).join())).size
  const words = FIRST_WORDS.flatMap((word, at) => {
    if (countOfGroups(at + 1) === countOfGroups(at)) return []
    return at < 5 || ranks.some((all) => all[at] === 1) ? word : KEY_BUILDING
  })
  return `${words.slice(0, most).join('、') || '最新的'}在前`
}

function varyingWords(alarms: readonly AlarmRow[], now: Date): readonly (readonly string[])[] {
  const words = alarms.map((of) => urgencyOf(of, now).map(([, word]) => word))
  return words.map((all) => all.filter((word, at) => word && words.some((other) => other[at] !== word)))
}

const joined = (words: readonly string[]) => words.join(' · ').replace(/^火警 · /, '')

function runsOf(runs: readonly { readonly key: string; readonly word: string }[], isWhole: boolean) {
  return runs.map(({ key, word }, at) => {
    if (!word || key === runs[at - 1]?.key) return ''
    const after = runs.findIndex((other, index) => index > at && other.key !== key)
    return isWhole ? `${word} ${formatNumber((after < 0 ? runs.length : after) - at)} 处` : word
  })
}

/** By each group's first alarm. */
export function urgencyHeads(alarms: readonly AlarmRow[], now: Date, isWhole: boolean): ReadonlyMap<string, string> {
  const words = varyingWords(alarms, now).map(joined)
  const heads = runsOf(
    words.map((word) => ({ key: word, word })),
    isWhole,
  )
  return byFirst(alarms, heads)
}

export interface UrgencyLevel {
  /** Spans the heads up to the next one. */
  readonly over: string
  readonly head: string
}

const leadOf = (of: AlarmRow | undefined) => (of ? (of.verdict === REAL ? REAL_WORD : kindWord(of)) : '')

export function urgencyLevels(
  alarms: readonly AlarmRow[],
  now: Date,
  isWhole: boolean,
): ReadonlyMap<string, UrgencyLevel> {
  const ages = alarms.map((of) => isOlderThanDay(of, now))
  const firstOld = ages.indexOf(true)
  const levels = varyingWords(alarms, now).map((all, at) => {
    const over = all.includes(NOT_AGAIN)
      ? NOT_AGAIN
      : firstOld >= 0 && firstOld < at && !ages[at]
        ? leadOf(alarms[at])
        : ''
    return { over, head: joined(all.filter((word) => word !== over)) }
  })
  const heads = runsOf(
    levels.map(({ over, head }) => ({ key: `${over} ${head}`, word: head })),
    isWhole,
  )
  const overs = runsOf(
    levels.map(({ over }) => ({ key: over, word: over })),
    isWhole,
  )
  return byFirst(
    alarms,
    overs.map((over, at) => {
      const head = heads[at] ?? ''
      return (over || head) && { over, head: countOf(head) === countOf(over) ? head.replace(COUNT, '') : head }
    }),
  )
}

const COUNT = / [\d,]+ 处$/
const countOf = (head: string) => COUNT.exec(head)?.[0]

const byFirst = <Head>(alarms: readonly AlarmRow[], heads: readonly (Head | '')[]) =>
  new Map(
    alarms.flatMap(({ id }, at) => {
      const head = heads[at]
      return head ? [[id, head] as const] : []
    }),
  )
