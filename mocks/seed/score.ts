import { toWireTime } from '#contract/time.ts'
import type { ScoreItem, scoreDay } from '#server/score/score.table.ts'
import { type CityClock, DAY, HOUR, MINUTE } from './city-clock.ts'
import { HISTORY_DAYS } from './incident.ts'
import { type BuildingModel, type Incident, isOn } from './model.ts'

/** How many of the latest days carry their items. */
export const ITEM_DAYS = 30
/** Days a score has to stay under a mark before a card is shown. Source: rulings, Numbers and rules. */
const CARD_DAYS = 7

/** Deductions for incidents: so many points each once it lasts longer than `after`, at most `max` together. */
interface Rule {
  readonly key: string
  readonly systems: readonly number[] | null
  readonly causes: readonly Incident['cause'][]
  readonly after: number
  readonly until?: number
  readonly each: number
  readonly max: number
  readonly words: string
}

// Causes that open facility problems, for the rules about setting problems right.
const PROBLEMS = [
  'fault',
  'offline',
  'pressure-high',
  'pressure-low',
  'level-high',
  'level-low',
  'pump-manual',
  'pump-power',
  'alarm-unhandled',
] as const

/** Source: domain facts, section 7. */
// prettier-ignore
const RULES: readonly Rule[] = [
  { key: 'fire-unhandled', systems: [1, 10, 14], causes: ['alarm-unhandled'], after: 30 * MINUTE, each: 5, max: 10, words: '火警超过30分钟未处理' },
  { key: 'fault', systems: [1], causes: ['fault'], after: 24 * HOUR, each: 1, max: 6, words: '故障超过24小时' },
  { key: 'shield', systems: [1], causes: ['shield'], after: 24 * HOUR, each: 1, max: 4, words: '屏蔽超过24小时' },
  { key: 'hydrant-pressure', systems: [2], causes: ['pressure-low', 'pressure-high'], after: 2 * HOUR, each: 3, max: 6, words: '管网压力异常超过2小时' },
  { key: 'water-level', systems: [2], causes: ['level-low', 'level-high'], after: 2 * HOUR, each: 3, max: 5, words: '液位异常超过2小时' },
  { key: 'pump-manual', systems: [2], causes: ['pump-manual'], after: HOUR, each: 2, max: 4, words: '消防泵处于手动超过1小时' },
  { key: 'pump-power', systems: [2], causes: ['pump-power'], after: 10 * MINUTE, each: 4, max: 4, words: '消防泵断电超过10分钟' },
  { key: 'spray-pressure', systems: [3], causes: ['pressure-low', 'pressure-high'], after: 2 * HOUR, each: 3, max: 6, words: '喷淋压力异常超过2小时' },
  { key: 'spray-pump-manual', systems: [3], causes: ['pump-manual'], after: HOUR, each: 3, max: 5, words: '喷淋泵处于手动超过1小时' },
  { key: 'spray-pump-power', systems: [3], causes: ['pump-power'], after: 10 * MINUTE, each: 4, max: 4, words: '喷淋泵断电超过10分钟' },
  { key: 'electrical-unhandled', systems: [4], causes: ['alarm-unhandled'], after: 24 * HOUR, each: 1, max: 5, words: '电气火灾告警超过24小时未处理' },
  { key: 'problem-week', systems: null, causes: PROBLEMS, after: 7 * DAY, until: 30 * DAY, each: 1, max: 6, words: '问题超过7天未解决' },
  { key: 'problem-month', systems: null, causes: PROBLEMS, after: 30 * DAY, each: 2, max: 4, words: '问题超过30天未解决' },
]

/** A deduction in tenths of a point, so that sums stay exact. `incident` null: about the building as a whole. */
interface Deduction {
  readonly rule: Rule | 'integrity' | 'online'
  readonly tenths: number
  readonly incident: Incident | null
}

function forRule(rule: Rule, on: readonly Incident[], at: number): Deduction[] {
  let left = rule.max * 10
  return on.flatMap((incident) => {
    const lasted = at - incident.from
    if (!rule.causes.includes(incident.cause) || lasted <= rule.after || lasted > (rule.until ?? Infinity)) return []
    if (rule.systems && !rule.systems.includes(incident.point.row.systemId)) return []
    const tenths = Math.min(left, rule.each * 10)
    left -= tenths
    return tenths > 0 ? [{ rule, tenths, incident }] : []
  })
}

/** What the building loses at that moment (ms). */
function deductionsAt(building: BuildingModel, incidents: readonly Incident[], at: number): Deduction[] {
  const on = incidents.filter((incident) => isOn(incident, at))
  const silent = building.silentFrom !== null && at >= building.silentFrom
  const must = building.silentFrom === null ? (building.row.mustPercent ?? 0) : silent ? 0 : 100
  const mute = building.points.filter((point) => !point.reporting).length
  const offline = mute + on.filter(({ cause }) => cause === 'offline').length
  const whole: Deduction[] = [
    { rule: 'integrity', tenths: Math.round(2 * (100 - must)), incident: null },
    { rule: 'online', tenths: Math.round((150 * offline) / building.points.length), incident: null },
  ]
  return [...whole.filter(({ tenths }) => tenths > 0), ...RULES.flatMap((rule) => forRule(rule, on, at))]
}

function itemOf({ rule, tenths, incident }: Deduction, on: readonly Incident[], building: BuildingModel): ScoreItem {
  const deduction = tenths / 10
  if (rule === 'integrity')
    return {
      rule,
      systemId: null,
      deduction,
      describe: building.silentFrom === null ? '必接数据项未全部接入' : '必接数据项已中断，超出上报周期',
      pointId: null,
      since: building.silentFrom === null ? null : toWireTime(new Date(building.silentFrom)),
    }
  if (rule === 'online') {
    const off = on.filter(({ cause }) => cause === 'offline')
    const mute = building.points.filter((point) => !point.reporting)
    const names = [...off.map(({ point }) => point), ...mute].map((point) => point.row.deviceName)
    const first = off[0]
    return {
      rule,
      systemId: null,
      deduction,
      describe: `${names.length}个点位不在线：${names.slice(0, 3).join('、')}${names.length > 3 ? '等' : ''}`,
      pointId: null,
      since: first ? toWireTime(new Date(first.from)) : null,
    }
  }
  const point = incident?.point.row
  return {
    rule: rule.key,
    systemId: point?.systemId ?? null,
    deduction,
    describe: `${point?.deviceName}（${point?.deviceNo}）${rule.words}`,
    pointId: point?.id ?? null,
    since: incident ? toWireTime(new Date(incident.from)) : null,
  }
}

/** A building's score, day by day, from what was wrong at the end of each; none before it first reported. */
export function scoreDays(
  building: BuildingModel,
  incidents: readonly Incident[],
  clock: CityClock,
): (typeof scoreDay.$inferInsert)[] {
  const rows: (typeof scoreDay.$inferInsert)[] = []
  if (building.liveFrom === null || building.points.length === 0) return rows
  let underYellow = 0
  let underRed = 0
  for (let ago = HISTORY_DAYS; ago >= 0; ago--) {
    const at = clock.endOf(ago).getTime()
    if (at < building.liveFrom) continue
    const lost = deductionsAt(building, incidents, at)
    const score = (1000 - lost.reduce((sum, { tenths }) => sum + tenths, 0)) / 10
    underYellow = score < 80 ? underYellow + 1 : 0
    underRed = score < 60 ? underRed + 1 : 0
    const on = ago < ITEM_DAYS ? incidents.filter((incident) => isOn(incident, at)) : []
    rows.push({
      buildingId: building.id,
      day: clock.day(ago),
      score,
      items: ago < ITEM_DAYS ? lost.map((deduction) => itemOf(deduction, on, building)) : [],
      card: underRed >= CARD_DAYS ? 2 : underYellow >= CARD_DAYS ? 1 : null,
    })
  }
  return rows
}
