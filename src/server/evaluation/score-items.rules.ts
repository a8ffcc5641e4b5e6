import { WHOLE_BUILDING } from '#contract/score.ts'
import { MUST_HAVE, ONLINE, SCORE_RULES as RULES } from './score-rules.ts'

/** `systems` empty: every building. */
export interface ScoreRuleWords {
  readonly key: string
  readonly systems: readonly number[]
  readonly words: string
}

/** Display order: the building as a whole first. */
export const SCORE_RULE_WORDS: readonly ScoreRuleWords[] = [MUST_HAVE, ONLINE, ...RULES]
  .map((rule) => ({ key: rule.key, systems: 'systems' in rule ? (rule.systems ?? []) : [], words: rule.kept }))
  .sort((a, b) => Number(a.systems.length > 0) - Number(b.systems.length > 0))

const words = new Map(SCORE_RULE_WORDS.map((rule) => [rule.key, rule.words]))

/** Unknown keys are returned unchanged. */
export const ruleWords = (key: string) => words.get(key) ?? key

/** The documents' catDevTypeId: the system category, 4 any beyond the first three, 5 no single device. */
export function deviceCategory(systemId: number | null, pointId: number | null): number {
  if (pointId === null) return WHOLE_BUILDING
  return systemId !== null && systemId <= 3 ? systemId : 4
}
