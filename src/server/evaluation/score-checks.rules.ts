import type { ScoreCheck } from '#contract/score.ts'
import { SYSTEMS } from '../reference/systems.ts'
import { SCORE_RULE_WORDS } from './score-items.rules.ts'
import type { ScoreItem } from '../schema/score.table.ts'

export interface CheckGroup {
  readonly systemName: string
  readonly logs: ScoreCheck[]
}

interface SystemCheck {
  readonly systemId: number | null
  readonly check: ScoreCheck
}

const WHOLE = '建筑整体'

const systemName = (id: number | null) =>
  id === null ? WHOLE : (SYSTEMS.find((system) => system.id === id)?.name ?? String(id))

/** The building as a whole comes first. */
function bySystem(checks: readonly SystemCheck[]): CheckGroup[] {
  const ids = [...new Set(checks.map(({ systemId }) => systemId))].sort((a, b) => Number(a) - Number(b))
  return ids.map((id) => ({
    systemName: systemName(id),
    logs: checks.filter(({ systemId }) => systemId === id).map(({ check }) => check),
  }))
}

/** @param points the items' devices; deleted ones are missing */
export function failedChecks(
  items: readonly ScoreItem[],
  points: ReadonlyMap<number, { readonly deviceName: string; readonly deviceNo: string }>,
): CheckGroup[] {
  return bySystem(
    items.map(({ rule, systemId, pointId, describe, deduction, since }) => {
      const { deviceName, deviceNo } = points.get(Number(pointId)) ?? { deviceName: null, deviceNo: null }
      const id = `${rule}-${Number(pointId)}`
      return { systemId, check: { id, describe, deduction, deviceName, deviceNo, since } }
    }),
  )
}

const passed = (rule: string, words: string, systemId: number | null): SystemCheck => ({
  systemId,
  check: {
    id: `${rule}-${Number(systemId)}`,
    describe: words,
    deduction: 0,
    deviceName: null,
    deviceNo: null,
    since: null,
  },
})

export function passedChecks(items: readonly ScoreItem[], systems: ReadonlySet<number>): CheckGroup[] {
  return bySystem(
    SCORE_RULE_WORDS.flatMap(({ key, words, systems: ofRule }) => {
      const broken = items.filter(({ rule }) => rule === key)
      if (ofRule.length === 0) return broken.length > 0 ? [] : [passed(key, words, null)]
      return ofRule
        .filter((id) => systems.has(id) && !broken.some(({ systemId }) => systemId === id))
        .map((id) => passed(key, words, id))
    }),
  )
}
