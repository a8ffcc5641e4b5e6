import type { ScoreCheck } from '#contract/score.ts'
import type { Db } from '../db/open-db.ts'
import { SYSTEMS } from '../dictionary/systems.ts'
import { SCORE_RULES } from './score-items.rules.ts'
import { latestItems, systemsOf } from './score-items.store.ts'
import type { ScoreItem } from './score.table.ts'

const WHOLE = '建筑整体'

const systemName = (id: number | null) =>
  id === null ? WHOLE : (SYSTEMS.find((system) => system.id === id)?.name ?? String(id))

interface Grouped {
  readonly systemId: number | null
  readonly check: ScoreCheck
}

function inGroups(found: readonly Grouped[]) {
  const ids = [...new Set(found.map(({ systemId }) => systemId))].sort((a, b) => (a ?? 0) - (b ?? 0))
  return ids.map((id) => ({
    systemName: systemName(id),
    logs: found.filter(({ systemId }) => systemId === id).map(({ check }) => check),
  }))
}

/** A building's latest score rule by rule: what costs points (`fail`), or the rules that are kept (`ok`); nothing before its first score. */
export async function scoreChecks(
  db: Db,
  buildingId: number,
  state: 'ok' | 'fail',
  days: { from: string; to: string },
): Promise<{ systemName: string; logs: ScoreCheck[] }[]> {
  const latest = await latestItems(db, buildingId, days)
  if (!latest) return []
  if (state === 'fail') {
    return inGroups(
      latest.items.map((item: ScoreItem) => {
        const device = item.pointId === null ? undefined : latest.points.get(item.pointId)
        return {
          systemId: item.systemId,
          check: {
            id: `${item.rule}-${item.pointId ?? 0}`,
            describe: item.describe,
            deduction: item.deduction,
            deviceName: device?.deviceName ?? null,
            deviceNo: device?.deviceNo ?? null,
            since: item.since,
          },
        }
      }),
    )
  }
  const broken = new Set(latest.items.map(({ rule, systemId }) => `${rule} ${systemId ?? ''}`))
  const brokenAnywhere = new Set(latest.items.map(({ rule }) => rule))
  const systems = await systemsOf(db, buildingId)
  return inGroups(
    SCORE_RULES.flatMap((rule): Grouped[] => {
      const kept = (systemId: number | null) => ({
        systemId,
        check: {
          id: `${rule.key}-${systemId ?? 0}`,
          describe: rule.words,
          deduction: 0,
          deviceName: null,
          deviceNo: null,
          since: null,
        },
      })
      if (rule.systems.length === 0) return brokenAnywhere.has(rule.key) ? [] : [kept(null)]
      return rule.systems.filter((id) => systems.has(id) && !broken.has(`${rule.key} ${id}`)).map(kept)
    }),
  )
}
