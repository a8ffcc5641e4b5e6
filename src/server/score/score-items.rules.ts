import { WHOLE_BUILDING } from '#contract/score.ts'

/** A rule of the score in words. `systems`: the categories it is about; none: every building. Source: domain facts, section 7. */
export interface ScoreRuleWords {
  readonly key: string
  readonly systems: readonly number[]
  readonly words: string
}

/** What a building is checked for, in the order people read it. */
export const SCORE_RULES: readonly ScoreRuleWords[] = [
  { key: 'integrity', systems: [], words: '必接数据项全部接入' },
  { key: 'online', systems: [], words: '点位全部在线' },
  { key: 'problem-week', systems: [], words: '问题7天内解决' },
  { key: 'problem-month', systems: [], words: '问题30天内解决' },
  { key: 'fire-unhandled', systems: [1, 10, 14], words: '火警30分钟内处理' },
  { key: 'fault', systems: [1], words: '故障24小时内修复' },
  { key: 'shield', systems: [1], words: '屏蔽24小时内解除' },
  { key: 'hydrant-pressure', systems: [2], words: '管网压力正常' },
  { key: 'water-level', systems: [2], words: '水箱（池）液位正常' },
  { key: 'pump-manual', systems: [2], words: '消防泵处于自动状态' },
  { key: 'pump-power', systems: [2], words: '消防泵供电正常' },
  { key: 'spray-pressure', systems: [3], words: '喷淋压力正常' },
  { key: 'spray-pump-manual', systems: [3], words: '喷淋泵处于自动状态' },
  { key: 'spray-pump-power', systems: [3], words: '喷淋泵供电正常' },
  { key: 'electrical-unhandled', systems: [4], words: '电气火灾告警24小时内处理' },
]

const words = new Map(SCORE_RULES.map((rule) => [rule.key, rule.words]))

/** A rule in words; one that the table does not know as it is. */
export const ruleWords = (key: string) => words.get(key) ?? key

/** The documents' catDevTypeId of an item: its system's category, 4 any beyond the first three, 5 no single device. */
export function deviceCategory(systemId: number | null, pointId: number | null): number {
  if (pointId === null) return WHOLE_BUILDING
  return systemId !== null && systemId <= 3 ? systemId : 4
}
