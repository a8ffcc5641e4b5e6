import { sql, type SQL } from 'drizzle-orm'
import { alarmStatus } from '#contract/dict/alarm-status.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { gaugeStatus } from '#contract/dict/gauge-status.ts'
import { levelStatus } from '#contract/dict/level-status.ts'
import { pumpStatus } from '#contract/dict/pump-status.ts'
import { point } from '../schema/point.table.ts'
import { problem } from '../schema/problem.table.ts'
import { condition } from '../schema/evaluation.table.ts'

export interface EquipmentKind {
  readonly title: string
  readonly apiIds: readonly number[]
  /** 0 normal, others as in `words`. */
  readonly state: SQL<number>
  /** Condition equivalent to `state` = value that can use an index. */
  readonly inState?: (state: number) => SQL
  /** Named `condition`: `since` and, of a gauge, too low or high. */
  readonly condition: SQL
  readonly words: Dict
  readonly first?: SQL<boolean>
}

/** Missing: normal ('0'). JSON numbers or strings. */
const measure = (name: string) => sql`coalesce(nullif(${point.latest}->>${sql.raw(`'${name}'`)}, ''), '0')`

// Limits apply at once; problem and score wait.
const gauge = sql<number>`case when not ${point.online} then 3 when ${measure('alarmStatus')} = '1' or condition.low then 1 when ${measure('alarmStatus')} <> '0' or condition.high then 2 else 0 end`
const pump = sql<number>`case when not ${point.online} then 3 when ${measure('powerState')} <> '0' then 2 when ${measure('manualAutomaticState')} <> '0' then 1 else 0 end`

// An offline device is never normal.
const alarm = sql<number>`alarm_state(${point.openRank}, ${point.online})`
const OFFLINE = 4

// The partial index does not match the function.
const inAlarmState = (state: number) =>
  state === 0 || state === OFFLINE
    ? sql`(${point.openRank} = 0 and ${point.online} = ${state === 0})`
    : sql`${point.openRank} = ${state}`

/** Of the open problems without an open event. */
const openRecord = sql`lateral (
  select case when ${point.openRank} > 0 then (
    select min(e.occurred_at) from open_events(${point.id}) e where open_rank_of(e.kind) = ${point.openRank}
  ) else (
    select min(p.happened_at) from ${problem} p where p.point_id = ${point.id} and p.solved_at is null
  ) end as since
) condition`

/** And whether too low or high. */
const present = sql`lateral (
  select least(min(t.since), (select min(p.happened_at) from ${problem} p where p.point_id = ${point.id} and p.solved_at is null)) as since,
    coalesce(bool_or(t.cause in ('pressure-low', 'level-low')), false) as low,
    coalesce(bool_or(t.cause in ('pressure-high', 'level-high')), false) as high
  from ${condition} t where t.point_id = ${point.id}
    and t.cause in ('pressure-low', 'level-low', 'pressure-high', 'level-high', 'pump-manual', 'pump-power')
) condition`

const isReal = sql<boolean>`(${point.openRank} = 1 and exists (select 1 from open_events(${point.id}) e where e.state = 2))`

const byRecords = { state: alarm, first: isReal, inState: inAlarmState, condition: openRecord, words: alarmStatus }
const byMeasures = { condition: present }

export const FIRE_ALARM: EquipmentKind = {
  title: '火灾自动报警设备',
  apiIds: [1, 2, 3, 4, 60, 63],
  ...byRecords,
}

/** Keyed by the documents' type; so is `HYDRANT`. */
export const SPRINKLER: Readonly<Record<1 | 2, EquipmentKind>> = {
  1: { title: '喷淋管网压力', apiIds: [22, 65], state: gauge, ...byMeasures, words: gaugeStatus },
  2: { title: '喷淋泵状态', apiIds: [21], state: pump, ...byMeasures, words: pumpStatus },
}

export const HYDRANT: Readonly<Record<1 | 2 | 3, EquipmentKind>> = {
  1: { title: '消火栓管网压力', apiIds: [17, 64, 66], state: gauge, ...byMeasures, words: gaugeStatus },
  2: { title: '消防水箱液位', apiIds: [16], state: gauge, ...byMeasures, words: levelStatus },
  3: { title: '消防泵状态', apiIds: [15], state: pump, ...byMeasures, words: pumpStatus },
}

export const WATER_KINDS: readonly EquipmentKind[] = [...Object.values(SPRINKLER), ...Object.values(HYDRANT)]
