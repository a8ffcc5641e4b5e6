import { type ConditionType, DAY, HOUR, MINUTE, PROBLEM_CAUSES } from './condition.ts'

/** `MUST_HAVE` and `ONLINE` make up the other 35. */
export const GROUP_WEIGHTS = { alarm: 20, hydrant: 15, sprinkler: 15, other: 5, problems: 10 } as const

/** `each` per device whose cause lasted longer than `after`. Silence must not be cheaper than a bad reading. */
export interface ScoreRule {
  readonly key: string
  readonly group: keyof typeof GROUP_WEIGHTS
  /** System categories; null: all. */
  readonly systems: readonly number[] | null
  readonly causes: readonly ConditionType[]
  /** Milliseconds. */
  readonly after: number
  readonly each: number
  readonly max: number
  /** `{cause}` is replaced. */
  readonly words: string
  readonly silentWords?: string
  readonly kept: string
}

export const MUST_HAVE = { key: 'integrity', weight: 20, kept: '必接项全部接入' } as const
export const ONLINE = { key: 'online', weight: 15, kept: '点位全部在线' } as const

/** At most one item per rule and device. Source: domain facts, section 7. */
// prettier-ignore
export const SCORE_RULES: readonly ScoreRule[] = [
  { key: 'fire-unhandled', group: 'alarm', systems: [1, 10, 14], causes: ['alarm-unhandled'], after: 30 * MINUTE, each: 5, max: 10, words: '火警超过 30 分钟未确认', kept: '火警 30 分钟内确认' },
  { key: 'fault', group: 'alarm', systems: [1], causes: ['fault'], after: 24 * HOUR, each: 1, max: 6, words: '故障超过 24 小时', kept: '故障 24 小时内修复' },
  { key: 'shield', group: 'alarm', systems: [1], causes: ['shield'], after: 24 * HOUR, each: 1, max: 4, words: '屏蔽超过 24 小时', kept: '屏蔽 24 小时内解除' },
  { key: 'hydrant-pressure', group: 'hydrant', systems: [2], causes: ['pressure-low', 'pressure-high'], after: 2 * HOUR, each: 3, max: 6, words: '管网{cause}超过 2 小时', silentWords: '管网压力异常超过 2 小时', kept: '管网压力正常' },
  { key: 'water-level', group: 'hydrant', systems: [2], causes: ['level-low', 'level-high'], after: 2 * HOUR, each: 3, max: 5, words: '{cause}超过 2 小时', silentWords: '液位异常超过 2 小时', kept: '水箱（池）液位正常' },
  { key: 'pump-manual', group: 'hydrant', systems: [2], causes: ['pump-manual'], after: HOUR, each: 2, max: 4, words: '消防泵处于手动超过 1 小时', kept: '消防泵处于自动状态' },
  { key: 'pump-power', group: 'hydrant', systems: [2], causes: ['pump-power'], after: 10 * MINUTE, each: 4, max: 4, words: '消防泵断电超过 10 分钟', kept: '消防泵供电正常' },
  { key: 'spray-pressure', group: 'sprinkler', systems: [3], causes: ['pressure-low', 'pressure-high'], after: 2 * HOUR, each: 3, max: 6, words: '喷淋{cause}超过 2 小时', silentWords: '喷淋压力异常超过 2 小时', kept: '喷淋压力正常' },
  { key: 'spray-pump-manual', group: 'sprinkler', systems: [3], causes: ['pump-manual'], after: HOUR, each: 3, max: 5, words: '喷淋泵处于手动超过 1 小时', kept: '喷淋泵处于自动状态' },
  { key: 'spray-pump-power', group: 'sprinkler', systems: [3], causes: ['pump-power'], after: 10 * MINUTE, each: 4, max: 4, words: '喷淋泵断电超过 10 分钟', kept: '喷淋泵供电正常' },
  { key: 'electrical-unhandled', group: 'other', systems: [4], causes: ['alarm-unhandled'], after: 24 * HOUR, each: 1, max: 5, words: '电气火灾报警超过 24 小时未确认', kept: '电气火灾报警 24 小时内确认' },
  { key: 'problem-week', group: 'problems', systems: null, causes: [...PROBLEM_CAUSES, 'mute'], after: 7 * DAY, each: 1, max: 6, words: '{cause}超过 7 天未解决', kept: '问题 7 天内解决' },
  { key: 'problem-month', group: 'problems', systems: null, causes: [...PROBLEM_CAUSES, 'mute'], after: 30 * DAY, each: 2, max: 4, words: '{cause}超过 30 天未解决', kept: '问题 30 天内解决' },
]
