import { toWireTime } from '#contract/time.ts'
import { CAUSE_NAMES } from '../problem/problem-words.ts'
import { CAUSES, type Cause, isSilence, type Trouble } from '../understanding/cause.ts'
import { causesTold } from '../understanding/reading.rules.ts'
import { GROUP_WEIGHTS, INTEGRITY, ONLINE, SCORE_RULES, type ScoreRule } from './score-rules.ts'
import type { ScoreItem } from './score.table.ts'

/** How a building stands at a moment: all that its score is made of. */
export interface Standing {
  /** Whole percentage of the must-have interface types connected. */
  readonly mustPercent: number
  /** Since when one of them is missing (ms); null none is. */
  readonly missingSince: number | null
  /** Whether a connection that was complete has failed. */
  readonly isFailed: boolean
  /** How many points the building has. */
  readonly points: number
  readonly troubles: readonly Trouble[]
}

export interface Scored {
  /** 0–100, one decimal. */
  readonly score: number
  /** What points were lost for; empty where none were. */
  readonly items: ScoreItem[]
}

/** How many of the points that are not online the text names, the longest silent first. */
const NAMED = 3
const wire = (ms: number) => toWireTime(new Date(ms))
// Of a device's causes of one moment, silence is named last.
const rankOf = (cause: Cause) => CAUSES.indexOf(cause) + (isSilence(cause) ? CAUSES.length : 0)
const oldestFirst = (a: Trouble, b: Trouble) =>
  a.since - b.since || a.pointId - b.pointId || rankOf(a.cause) - rankOf(b.cause)

// Deductions are counted in tenths of a point, so that sums stay exact.
const item = (rule: string, tenths: number, rest: Omit<ScoreItem, 'rule' | 'deduction'>): ScoreItem => ({
  rule,
  systemId: rest.systemId,
  deduction: tenths / 10,
  describe: rest.describe,
  pointId: rest.pointId,
  since: rest.since,
})

function integrity({ mustPercent, missingSince, isFailed }: Standing): ScoreItem[] {
  const tenths = Math.round((INTEGRITY.weight * (100 - mustPercent)) / 10)
  if (tenths <= 0) return []
  const describe = isFailed ? '必接数据项已中断超过7天' : '必接数据项未全部接入'
  const since = missingSince === null ? null : wire(missingSince)
  return [item(INTEGRITY.key, tenths, { systemId: null, describe, pointId: null, since })]
}

function online({ points, troubles }: Standing): ScoreItem[] {
  const silent = troubles.filter(({ cause }) => isSilence(cause))
  const tenths = Math.round((ONLINE.weight * 10 * silent.length) / points)
  const [oldest] = silent
  if (!oldest || tenths <= 0) return []
  const names = silent.slice(0, NAMED).map(({ deviceName }) => deviceName)
  const describe = `${silent.length}个点位不在线：${names.join('、')}${silent.length > NAMED ? '等' : ''}`
  return [item(ONLINE.key, tenths, { systemId: null, describe, pointId: null, since: wire(oldest.since) })]
}

/** Whether a rule counts a trouble by now. */
function counts(rule: ScoreRule, { cause, since, systemId, apiId }: Trouble, at: number): boolean {
  if (at - since <= rule.after || (rule.systems && !rule.systems.includes(systemId))) return false
  return rule.causes.includes(cause) || standsFor(rule, cause, apiId)
}

/** Whether silence stands for the causes of a rule: the point's readings would show one of them. */
const standsFor = (rule: ScoreRule, cause: Cause, apiId: number) =>
  isSilence(cause) && causesTold(apiId).some((shown) => rule.causes.includes(shown))

function wordsOf({ words, anyCause, causes }: ScoreRule, cause: Cause): string {
  return causes.includes(cause)
    ? words.replace('{cause}', CAUSE_NAMES[cause])
    : `无有效数据，视同${words.replace('{cause}', anyCause ?? '')}`
}

/**
 * The items of a rule: one for each device, for the oldest of its troubles that count.
 * @param troubles oldest first
 * @param leftOf what the rule's group may still cost, in tenths; lowered by what it costs
 */
function byRule(rule: ScoreRule, troubles: readonly Trouble[], at: number, leftOf: Map<string, number>): ScoreItem[] {
  let left = Math.min(rule.max * 10, leftOf.get(rule.group) ?? 0)
  const devices = new Set<number>()
  return troubles.flatMap((trouble) => {
    const { cause, since, systemId, pointId, deviceName, deviceNo } = trouble
    if (devices.has(pointId) || !counts(rule, trouble, at)) return []
    devices.add(pointId)
    const tenths = Math.min(left, rule.each * 10)
    if (tenths <= 0) return []
    left -= tenths
    leftOf.set(rule.group, (leftOf.get(rule.group) ?? 0) - tenths)
    const describe = `${deviceName}（${deviceNo}）${wordsOf(rule, cause)}`
    return [item(rule.key, tenths, { systemId, describe, pointId, since: wire(since) })]
  })
}

/** A building's score at a moment (ms), and what it lost points for. A building without points has none: ask not. */
export function scoreBuilding(standing: Standing, at: number): Scored {
  const troubles = [...standing.troubles].sort(oldestFirst)
  const sorted = { ...standing, troubles }
  const leftOf = new Map(Object.entries(GROUP_WEIGHTS).map(([group, weight]) => [group, weight * 10]))
  const items = [
    ...integrity(sorted),
    ...online(sorted),
    ...SCORE_RULES.flatMap((rule) => byRule(rule, troubles, at, leftOf)),
  ]
  const lost = items.reduce((sum, { deduction }) => sum + Math.round(deduction * 10), 0)
  return { score: (1000 - lost) / 10, items }
}

/** Shanghai days in a row that a score has to stay under a mark before its card is shown. Source: rulings. */
export const CARD_DAYS = 7

/**
 * The card of a day: 2 red under 60, 1 yellow under 80, each for seven days on end; null none.
 * @param scores those of the last days on end, the day itself the last
 */
export function cardOf(scores: readonly number[]): 1 | 2 | null {
  const week = scores.slice(-CARD_DAYS)
  if (week.length < CARD_DAYS) return null
  if (week.every((score) => score < 60)) return 2
  return week.every((score) => score < 80) ? 1 : null
}
