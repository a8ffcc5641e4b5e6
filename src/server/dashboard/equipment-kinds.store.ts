import { sql, type SQL } from 'drizzle-orm'
import { alarmStatus } from '#contract/dict/alarm-status.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { gaugeStatus } from '#contract/dict/gauge-status.ts'
import { levelStatus } from '#contract/dict/level-status.ts'
import { pumpStatus } from '#contract/dict/pump-status.ts'
import { point } from '../point/point.table.ts'
import { problem } from '../problem/problem.table.ts'
import { trouble } from '../understanding/understanding.table.ts'

/** Equipment a status card is about: which items of the systems it reports by, and how its state is read. */
export interface EquipmentKind {
  /** In an export's name. */
  readonly title: string
  readonly apiIds: readonly number[]
  /** 0 normal, 1 to 4 as in `words`; each point has exactly one. */
  readonly state: SQL<number>
  /** The condition that `state` is `state`, where an index holds an equivalent one. */
  readonly inState?: (state: number) => SQL
  /** What is joined beside each point as `trouble`: what is open there, how grave (`rank`) and since when. */
  readonly trouble: SQL
  readonly words: Dict
  /** What is listed first of all, where anything is. */
  readonly first?: SQL<boolean>
}

/** A measure as text; what never came counts as normal. Measures may be numbers or texts. */
const measure = (name: string) => sql`coalesce(nullif(${point.latest}->>${sql.raw(`'${name}'`)}, ''), '0')`

// Of a silent point nobody knows more than that it is silent. A gauge is abnormal by its own status or by the limits its
// newest reading is judged by on arrival; only the problem and the score wait until that has lasted.
const gauge = sql<number>`case when not ${point.online} then 3 when ${measure('alarmStatus')} = '1' or trouble.low then 1 when ${measure('alarmStatus')} <> '0' or trouble.high then 2 else 0 end`
const pump = sql<number>`case when not ${point.online} then 3 when ${measure('powerState')} <> '0' then 2 when ${measure('manualAutomaticState')} <> '0' then 1 else 0 end`

// Alarms show the gravest open record, then silence, then 0: a device that is offline is never normal.
const alarm = sql<number>`alarm_state(${point.openRank}, ${point.online})`
const OFFLINE = 4

// `open_rank` by itself, because its partial index does not match the function.
const inAlarmState = (state: number) =>
  state === 0 || state === OFFLINE
    ? sql`(${point.openRank} = 0 and ${point.online} = ${state === 0})`
    : sql`${point.openRank} = ${state}`

/** Start of the earliest open record of the point's gravest kind, or of its open problem where it has no open record. */
const openRecord = sql`lateral (
  select case when ${point.openRank} > 0 then (
    select min(e.occurred_at) from open_events(${point.id}) e where open_rank_of(e.kind) = ${point.openRank}
  ) else (
    select min(p.happened_at) from ${problem} p where p.point_id = ${point.id} and p.solved_at is null
  ) end as since
) trouble`

/** When the first of a point's problems, or of what its readings show, began; whether it is too low or too high now. */
const present = sql`lateral (
  select least(min(t.since), (select min(p.happened_at) from ${problem} p where p.point_id = ${point.id} and p.solved_at is null)) as since,
    coalesce(bool_or(t.cause in ('pressure-low', 'level-low')), false) as low,
    coalesce(bool_or(t.cause in ('pressure-high', 'level-high')), false) as high
  from ${trouble} t where t.point_id = ${point.id}
    and t.cause in ('pressure-low', 'level-low', 'pressure-high', 'level-high', 'pump-manual', 'pump-power')
) trouble`

/** Whether a confirmed fire goes on at the point. */
const isReal = sql<boolean>`(${point.openRank} = 1 and exists (select 1 from open_events(${point.id}) e where e.state = 2))`

const byRecords = { state: alarm, first: isReal, inState: inAlarmState, trouble: openRecord, words: alarmStatus }
const byMeasures = { trouble: present }

/** Item ids: `dictionary/systems.ts`. */
export const FIRE_ALARM: EquipmentKind = {
  title: '火灾自动报警设备',
  apiIds: [1, 2, 3, 4, 60, 63],
  ...byRecords,
}

/** By the documents' type. */
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
