import { toWireTime } from '#contract/time.ts'
import { CAUSE_NAMES } from './problem-words.ts'
import { CONDITION_TYPES, type ConditionType, isSilence, type Condition } from './condition.ts'
import { measuredConditions } from './reading.rules.ts'
import { GROUP_WEIGHTS, MUST_HAVE, ONLINE, SCORE_RULES, type ScoreRule } from './score-rules.ts'
import type { ScoreItem } from '../schema/score.table.ts'

export interface ScoreInput {
  /** Whole percentage. */
  readonly mustPercent: number
  /** ms; null: complete. */
  readonly missingSince: number | null
  readonly isFailed: boolean
  readonly points: number
  readonly conditions: readonly Condition[]
}

export interface BuildingScore {
  /** 0–100, one decimal. */
  readonly score: number
  readonly items: ScoreItem[]
}

const NAMED = 3
const wire = (ms: number) => toWireTime(new Date(ms))
// Among causes of equal age, silence comes last.
const rankOf = (cause: ConditionType) =>
  CONDITION_TYPES.indexOf(cause) + (isSilence(cause) ? CONDITION_TYPES.length : 0)
const oldestFirst = (a: Condition, b: Condition) =>
  a.since - b.since || a.pointId - b.pointId || rankOf(a.cause) - rankOf(b.cause)

// Deductions are summed in tenths, so that sums are exact.
const item = (rule: string, tenths: number, rest: Omit<ScoreItem, 'rule' | 'deduction'>): ScoreItem => ({
  rule,
  systemId: rest.systemId,
  deduction: tenths / 10,
  describe: rest.describe,
  pointId: rest.pointId,
  since: rest.since,
})

function mustHave({ mustPercent, missingSince, isFailed }: ScoreInput): ScoreItem[] {
  const tenths = Math.round((MUST_HAVE.weight * (100 - mustPercent)) / 10)
  if (tenths <= 0) return []
  const describe = isFailed ? '必接项已中断超过 7 天' : '必接项未全部接入'
  const since = missingSince === null ? null : wire(missingSince)
  return [item(MUST_HAVE.key, tenths, { systemId: null, describe, pointId: null, since })]
}

function online({ points, conditions }: ScoreInput): ScoreItem[] {
  const silent = conditions.filter(({ cause }) => isSilence(cause))
  const tenths = Math.round((ONLINE.weight * 10 * silent.length) / points)
  const [oldest] = silent
  if (!oldest || tenths <= 0) return []
  const names = silent.slice(0, NAMED).map(({ deviceName }) => deviceName)
  const describe = `${silent.length} 个点位离线：${names.join('、')}${silent.length > NAMED ? '等' : ''}`
  return [item(ONLINE.key, tenths, { systemId: null, describe, pointId: null, since: wire(oldest.since) })]
}

function counts(rule: ScoreRule, { cause, since, systemId, apiId }: Condition, at: number): boolean {
  if (at - since <= rule.after || (rule.systems && !rule.systems.includes(systemId))) return false
  return rule.causes.includes(cause) || countsAs(rule, cause, apiId)
}

/** Readings could show one of the rule's causes. */
const countsAs = (rule: ScoreRule, cause: ConditionType, apiId: number) =>
  isSilence(cause) && measuredConditions(apiId).some((shown) => rule.causes.includes(shown))

function wordsOf({ words, silentWords, causes }: ScoreRule, cause: ConditionType): string {
  return causes.includes(cause)
    ? words.replace('{cause}', CAUSE_NAMES[cause])
    : `无有效数据，视同${silentWords ?? words}`
}

/**
 * One item per device, for its oldest condition. @param conditions oldest first @param leftOf tenths per group,
 * decreased here
 */
function byRule(
  rule: ScoreRule,
  conditions: readonly Condition[],
  at: number,
  leftOf: Map<string, number>,
): ScoreItem[] {
  let left = Math.min(rule.max * 10, leftOf.get(rule.group) ?? 0)
  const devices = new Set<number>()
  return conditions.flatMap((condition) => {
    const { cause, since, systemId, pointId, deviceName, deviceNo } = condition
    if (devices.has(pointId) || !counts(rule, condition, at)) return []
    devices.add(pointId)
    const tenths = Math.min(left, rule.each * 10)
    if (tenths <= 0) return []
    left -= tenths
    leftOf.set(rule.group, (leftOf.get(rule.group) ?? 0) - tenths)
    const describe = `${deviceName}（${deviceNo}）${wordsOf(rule, cause)}`
    return [item(rule.key, tenths, { systemId, describe, pointId, since: wire(since) })]
  })
}

/** Precondition: at least one point. */
export function scoreBuilding(input: ScoreInput, at: number): BuildingScore {
  const conditions = [...input.conditions].sort(oldestFirst)
  const sorted = { ...input, conditions }
  const leftOf = new Map(Object.entries(GROUP_WEIGHTS).map(([group, weight]) => [group, weight * 10]))
  const items = [
    ...mustHave(sorted),
    ...online(sorted),
    ...SCORE_RULES.flatMap((rule) => byRule(rule, conditions, at, leftOf)),
  ]
  const lost = items.reduce((sum, { deduction }) => sum + Math.round(deduction * 10), 0)
  return { score: (1000 - lost) / 10, items }
}

/** Source: rulings. */
export const CARD_DAYS = 7

/** 2 red under 60, 1 yellow under 80, for {@link CARD_DAYS} days. @param scores the day itself last */
export function cardOf(scores: readonly number[]): 1 | 2 | null {
  const week = scores.slice(-CARD_DAYS)
  if (week.length < CARD_DAYS) return null
  if (week.every((score) => score < 60)) return 2
  return week.every((score) => score < 80) ? 1 : null
}
