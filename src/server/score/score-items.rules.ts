import { WHOLE_BUILDING } from '#contract/score.ts'
import { INTEGRITY, ONLINE, SCORE_RULES as RULES } from './score-rules.ts'

/** A rule of the score in words. `systems`: the categories it is about; none: every building. */
export interface ScoreRuleWords {
  readonly key: string
  readonly systems: readonly number[]
  readonly words: string
}

/** What a building is checked for, in the order people read it: the building as a whole first. */
export const SCORE_RULES: readonly ScoreRuleWords[] = [INTEGRITY, ONLINE, ...RULES]
  .map((rule) => ({ key: rule.key, systems: 'systems' in rule ? (rule.systems ?? []) : [], words: rule.kept }))
  .sort((a, b) => Number(a.systems.length > 0) - Number(b.systems.length > 0))

const words = new Map(SCORE_RULES.map((rule) => [rule.key, rule.words]))

/** A rule in words; one that the table does not know as it is. */
export const ruleWords = (key: string) => words.get(key) ?? key

/** The documents' catDevTypeId of an item: its system's category, 4 any beyond the first three, 5 no single device. */
export function deviceCategory(systemId: number | null, pointId: number | null): number {
  if (pointId === null) return WHOLE_BUILDING
  return systemId !== null && systemId <= 3 ? systemId : 4
}
