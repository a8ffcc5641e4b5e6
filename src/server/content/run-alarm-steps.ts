import { sql } from 'drizzle-orm'
import { REAL } from '#contract/alarm.rules.ts'
import { DEFAULT_POLICY } from '#contract/alarm-policy.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Deps } from '../platform/deps.ts'
import { FRESH_MS } from '../evaluation/wave.rules.ts'
import { ackedInWave, currentAck } from '../evaluation/alarm-of.store.ts'
import type { STEP_KINDS, STEP_OUTCOMES } from '../schema/delivery.table.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import {
  callWords,
  digestWords,
  endWords,
  organWords,
  selfTestWords,
  unjudgedWords,
  verdictWords,
  type AlarmFacts,
} from './alarm-words.ts'
import { callNextLevel, type StepPlan } from './call-next-level.ts'
import { queueDelivery } from './delivery.store.ts'
import { queueWebhooks } from './webhook.store.ts'
import { recipientsOf, toldRecipients } from './recipients.store.ts'

/** Steps found later were missed, as after a restore. */
const EXPIRED = sql.raw(`interval '15 minutes'`)
const JUDGE_MS = 5 * 60_000
const DIGEST_STEP = 99

interface DueStep extends Record<string, unknown> {
  readonly alarm_id: string
  readonly wave: number
  readonly step: number
  readonly kind: (typeof STEP_KINDS)[number]
  readonly plan: StepPlan | null
  readonly act_id: string | null
  readonly expired: boolean
}

interface AlarmNow extends Record<string, unknown> {
  readonly building_id: string | null
  readonly wave: number
  readonly priority: number
  readonly is_over: boolean
  readonly is_ended: boolean
  readonly is_acked: boolean
  readonly acked_at: number | null
  readonly judged_act: string | null
  readonly is_self_test: boolean
  readonly facts: Omit<AlarmFacts, 'occurredAt' | 'judgedAt' | 'now'> & { occurredAt: number; judgedAt: number | null }
}

export type Outcome = (typeof STEP_OUTCOMES)[number]

interface Failure {
  readonly alarmId: number
  readonly error: unknown
}

/** @throws the first failure, after the other alarms' steps */
export async function runAlarmSteps(deps: Deps): Promise<number> {
  const failed: Failure[] = []
  for (let done = 0; ; done++) {
    const left = failed.map(({ alarmId }) => alarmId)
    const result = await runOne(deps, left)
    if (result !== null && typeof result === 'object') failed.push(result)
    else if (result === 'none' && failed[0]) throw failed[0].error
    else if (result === 'none') return done
    else if (result !== null) deps.operations?.metrics.stepDone(result)
  }
}

/** Null: postponed. */
async function runOne(deps: Deps, left: readonly number[]): Promise<Outcome | 'none' | Failure | null> {
  let alarmId: number | undefined
  try {
    return await deps.db.transaction(async (tx) => {
      const step = await takeStep(tx, left)
      if (!step) return 'none'
      alarmId = Number(step.alarm_id)
      return runStep(tx, deps, step)
    })
  } catch (error) {
    if (alarmId === undefined) throw error
    return { alarmId, error }
  }
}

async function takeStep(tx: Db, left: readonly number[]): Promise<DueStep | undefined> {
  const { rows } = await tx.execute<DueStep>(sql`
    select alarm_id, wave, step, kind, plan, act_id, due_at < clock_timestamp() - ${EXPIRED} as expired
    from alarm_step where done_at is null and due_at <= clock_timestamp()
      and alarm_id <> all(${sql.param(left)}::bigint[]) order by due_at limit 1 for update skip locked`)
  return rows[0]
}

async function runStep(tx: Db, deps: Deps, step: DueStep): Promise<Outcome | null> {
  const alarm = await readAlarmNow(tx, Number(step.alarm_id))
  const outcome = alarm ? await perform(tx, deps, step, alarm) : 'empty'
  if (outcome !== null)
    await tx.execute(sql`update alarm_step set done_at = clock_timestamp(), outcome = ${outcome} where ${isIt(step)}`)
  return outcome
}

const isIt = ({ alarm_id, wave, step }: DueStep) =>
  sql`alarm_id = ${Number(alarm_id)} and wave = ${wave} and step = ${step}`

const CALLED_LATER = sql.raw(`(a.wave > 1 or a.received_at < a.wave_at
  or a.occurred_at < a.wave_at - interval '${FRESH_MS} milliseconds')`)

/** Locked against decisions until the deliveries are stored. */
export async function readAlarmNow(tx: Db, id: number): Promise<AlarmNow | undefined> {
  const { rows } = await tx.execute<AlarmNow>(sql`
    select a.building_id, a.wave, a.priority, a.judged_at is not null or a.joined_to is not null as is_over,
      a.ended_at is not null as is_ended, ${ackedInWave('a')} as is_acked,
      ${epochMs('k.tapped_at')} as acked_at, a.judged_act,
      coalesce(b.county = ${SELF_TEST_COUNTY}, false) as is_self_test,
      json_build_object('building', coalesce(b.name, a.source, '未知来源'), 'address', coalesce(b.address, ''),
        'place', concat(p.floor, p.zone), 'device', coalesce(p.device_name, a.detail, ''), 'events', a.events,
        'occurredAt', ${epochMs('coalesce(newest.occurred_at, a.occurred_at)')}, 'verdict', a.verdict, 'judgedAt', ${epochMs('a.judged_at')},
        'judgedBy', coalesce(j.by_name, '服务商'), 'note', coalesce(j.note, '')) as facts
    from alarm a left join building b on b.id = a.building_id
      left join lateral (select m.point_id, m.occurred_at from alarm_event m where m.alarm_id = a.id and ${CALLED_LATER}
        order by m.occurred_at desc, m.event_id desc limit 1) newest on true
      left join point p on p.id = coalesce(newest.point_id, a.first_point_id)
      left join alarm_act j on j.id = a.judged_act
      left join alarm_act k on k.id = ${currentAck('a')}
    where a.id = ${id} for share of a`)
  return rows[0]
}

export const factsOf = ({ facts }: AlarmNow, now: Date): AlarmFacts => ({
  ...facts,
  now,
  occurredAt: new Date(facts.occurredAt),
  judgedAt: facts.judgedAt === null ? null : new Date(facts.judgedAt),
})

/** Null: postponed. */
async function perform(tx: Db, deps: Deps, step: DueStep, alarm: AlarmNow): Promise<Outcome | null> {
  if (step.kind === 'inform') return alarm.is_self_test ? 'empty' : inform(tx, step, alarm, deps.now())
  if (step.kind === 'digest') return digest(tx, deps, step, alarm)
  if (step.kind === 'end') return forwardEnd(tx, step, alarm, deps.now())
  if (step.expired) {
    await tx.execute(sql`insert into alarm_step (alarm_id, wave, step, kind)
      values (${Number(step.alarm_id)}, ${step.wave}, ${DIGEST_STEP}, 'digest') on conflict do nothing`)
    return 'expired'
  }
  if (step.step === 0) await layPolicy(tx, deps, step, alarm.priority)
  if (alarm.is_over) return 'judged'
  if (step.wave < alarm.wave) return 'superseded'
  if (step.kind === 'call' && alarm.is_acked) return 'acked'
  if (step.kind === 'judge' && alarm.is_acked && alarm.acked_at !== null) {
    const left = JUDGE_MS - (deps.now().getTime() - alarm.acked_at)
    if (left > 0) {
      await tx.execute(sql`update alarm_step set due_at = clock_timestamp() + make_interval(secs => ${left / 1000}::float8)
        where ${isIt(step)}`)
      return null
    }
  }
  const plan = step.plan ?? firstPlan(deps, alarm.priority)
  return call(tx, deps, step, alarm, plan)
}

const policyOf = ({ settings }: Deps) => settings.alarmPolicy

const planOf = ({ after, send }: (typeof DEFAULT_POLICY)[number], priority: number) => ({
  seconds: after,
  send: send.filter(({ priorities }) => priorities?.some((one) => one === priority) ?? true).map(({ to }) => to),
})

function firstPlan(deps: Deps, priority: number) {
  const [first] = policyOf(deps)
  return first ? planOf(first, priority) : { seconds: 0, send: [] }
}

async function layPolicy(tx: Db, deps: Deps, step: DueStep, priority: number): Promise<void> {
  for (const [i, entry] of policyOf(deps).entries()) {
    if (i === 0) continue
    await tx.execute(sql`
      insert into alarm_step (alarm_id, wave, step, kind, plan, due_at)
      select alarm_id, wave, ${i}, ${entry.until === 'judged' ? 'judge' : 'call'}, ${JSON.stringify(planOf(entry, priority))}::jsonb,
        due_at + make_interval(secs => ${entry.after}) from alarm_step where ${isIt(step)}
      on conflict do nothing`)
  }
}

async function call(tx: Db, deps: Deps, step: DueStep, alarm: AlarmNow, plan: StepPlan): Promise<Outcome> {
  const facts = factsOf(alarm, deps.now())
  const alarmId = Number(step.alarm_id)
  const at = { alarmId, buildingId: alarm.building_id === null ? null : Number(alarm.building_id), now: deps.now() }
  const { seconds, send, isFirst } = plan
  const has = { group: deps.alerts.wecom !== null && !alarm.is_self_test, voice: deps.alerts.voice !== null }
  const recipients = await recipientsOf(tx, at, send, has)
  for (const recipient of recipients) {
    const usual = step.kind === 'judge' ? 'unjudged' : recipient.organId === null ? 'fire' : 'organ'
    const kind = alarm.is_self_test ? 'self-test' : usual
    const body = alarm.is_self_test
      ? selfTestWords(facts)
      : recipient.organId !== null
        ? organWords(facts, seconds, isFirst)
        : kind === 'unjudged' && alarm.is_acked
          ? unjudgedWords(facts)
          : callWords(facts, seconds)
    await queueDelivery(tx, { alarmId, wave: step.wave, step: step.step }, { ...recipient, kind, body })
  }
  const hasPerson = recipients.some(({ channel }) => channel !== 'wecom')
  if (hasPerson || alarm.is_self_test) return recipients.length > 0 ? 'sent' : 'empty'
  const policy = policyOf(deps).map((entry) => planOf(entry, alarm.priority))
  const isReached = await callNextLevel(tx, at, policy, { wave: step.wave, plan, facts, hasVoice: has.voice })
  if (recipients.length > 0) return 'sent'
  return isReached ? 'empty' : 'unreached'
}

async function inform(tx: Db, step: DueStep, alarm: AlarmNow, now: Date): Promise<Outcome> {
  if (alarm.judged_act !== step.act_id) return 'superseded'
  const alarmId = Number(step.alarm_id)
  if (step.act_id === null && !(await wasVerdictSent(tx, alarmId))) return 'superseded'
  const recipients = await toldRecipients(tx, alarmId)
  const body = verdictWords(factsOf(alarm, now))
  const key = { alarmId, wave: step.wave, step: step.step }
  for (const recipient of recipients) await queueDelivery(tx, key, { ...recipient, kind: 'verdict', body })
  const forwarded = await queueWebhooks(tx, { ...key, isReal: alarm.facts.verdict === REAL }, body)
  return recipients.length + forwarded > 0 ? 'sent' : 'empty'
}

/** Null: postponed. */
async function forwardEnd(tx: Db, step: DueStep, alarm: AlarmNow, now: Date): Promise<Outcome | null> {
  if (alarm.facts.verdict !== REAL || !alarm.is_ended) return 'superseded'
  const alarmId = Number(step.alarm_id)
  const { rows: waiting } = await tx.execute(sql`
    update alarm_step set due_at = clock_timestamp() + interval '1 second' where ${isIt(step)} and exists (
      select 1 from alarm_step s where s.alarm_id = ${alarmId} and s.kind = 'inform' and s.done_at is null) returning 1`)
  if (waiting.length > 0) return null
  const key = { alarmId, wave: step.wave, step: step.step, isReal: false }
  return (await queueWebhooks(tx, key, endWords(factsOf(alarm, now)))) > 0 ? 'sent' : 'empty'
}

async function wasVerdictSent(tx: Db, alarmId: number): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from alarm_step where alarm_id = ${alarmId} and kind = 'inform' and outcome = 'sent' limit 1`,
  )
  return rows.length > 0
}

/** Merged into an earlier one that counts it. */
async function digest(tx: Db, deps: Deps, step: DueStep, alarm: AlarmNow): Promise<Outcome> {
  if (alarm.is_over) return 'judged'
  const alarmId = Number(step.alarm_id)
  const at = { alarmId, buildingId: alarm.building_id === null ? null : Number(alarm.building_id), now: deps.now() }
  const { rows: open } = await tx.execute<{ id: string }>(sql`
    select distinct s.alarm_id as id from alarm_step s join alarm a on a.id = s.alarm_id
    join building_unit o on o.building_id = a.building_id and o.kind = 'bound'
    join building_unit u on u.unit_id = o.unit_id and u.kind = 'bound' and u.building_id = ${at.buildingId}::bigint
    where s.kind = 'digest' and s.done_at is null`)
  const alarms = open.map(({ id }) => Number(id))
  const plan = { seconds: 0, send: ['sms:contact1', 'push:accounts', 'push:devices'] }
  const recipients = await recipientsOf(tx, at, plan.send)
  if (recipients.length === 0 && step.wave > 0 && step.wave === alarm.wave && !alarm.is_acked) {
    const policy = policyOf(deps).map((entry) => planOf(entry, alarm.priority))
    const hasVoice = deps.alerts.voice !== null
    const facts = factsOf(alarm, deps.now())
    return (await callNextLevel(tx, at, policy, { wave: step.wave, plan, facts, hasVoice })) ? 'empty' : 'unreached'
  }
  for (const recipient of recipients) {
    const { rows: earlier } = await tx.execute<{ id: string }>(sql`
      select id from delivery where recipient = ${recipient.recipient} and channel = ${recipient.channel} and kind = 'digest'
        and body -> 'alarms' @> to_jsonb(${alarmId}::bigint) and alarm_id <> ${alarmId} and merged_into is null and state <> 'failed'
        and created_at > clock_timestamp() - interval '10 minutes'
      order by id desc limit 1`)
    const body = { ...digestWords(factsOf(alarm, deps.now()), alarms.length), alarms }
    const key = { alarmId, wave: step.wave, step: step.step }
    await queueDelivery(tx, key, { ...recipient, kind: 'digest', body })
    if (earlier[0])
      await tx.execute(sql`update delivery set state = 'suppressed', merged_into = ${Number(earlier[0].id)}, done_at = clock_timestamp()
        where alarm_id = ${alarmId} and wave = ${step.wave} and step = ${step.step} and channel = ${recipient.channel}
          and recipient = ${recipient.recipient} and state = 'queued'`)
  }
  return recipients.length > 0 ? 'sent' : 'empty'
}
