import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { unreachedWords, type AlarmFacts } from './alarm-words.ts'
import { type CalledAlarm, recipientsOf } from './recipients.store.ts'

export interface StepPlan {
  readonly seconds: number
  readonly send: readonly string[]
  readonly isFirst?: true
}

const UNIT = 0
const CITY = 2
const LEVEL: Readonly<Record<string, number>> = { district: 1, city: CITY, group: -1 }
const levelOf = (target: string) => LEVEL[target.split(':')[1] ?? ''] ?? UNIT

const FORWARDED_STEP = 50
const UNREACHED_STEP = 98

interface EmptyStep {
  readonly wave: number
  readonly plan: StepPlan
  readonly facts: AlarmFacts
  readonly hasVoice: boolean
}

/** @returns false: no level has a recipient */
export async function callNextLevel(
  tx: Db,
  alarm: CalledAlarm,
  policy: readonly StepPlan[],
  { wave, plan, facts, hasVoice }: EmptyStep,
): Promise<boolean> {
  const level = Math.max(...plan.send.map(levelOf))
  if (level < UNIT) return true
  const reaches = async (of: number, send: readonly string[]) => {
    const targets = send.filter((target) => levelOf(target) === of)
    return targets.length > 0 && (await recipientsOf(tx, alarm, targets, { group: false, voice: hasVoice })).length > 0
  }
  for (let of = level; of <= CITY; of++)
    for (const [at, { send }] of policy.entries()) {
      if (!(await reaches(of, send))) continue
      if (of === level) return true
      const forwarded = {
        ...plan,
        send: send.filter((target) => levelOf(target) === of),
        ...(level === UNIT && { isFirst: true }),
      }
      await tx.execute(sql`
        insert into alarm_step (alarm_id, wave, step, plan)
        values (${alarm.alarmId}, ${wave}, ${FORWARDED_STEP + at}, ${JSON.stringify(forwarded)}::jsonb) on conflict do nothing`)
      return true
    }
  for (let of = UNIT; of < level; of++) for (const { send } of policy) if (await reaches(of, send)) return true
  await tx.execute(sql`
    insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body, state, done_at, error)
    values (${alarm.alarmId}, ${wave}, ${UNREACHED_STEP}, 'none', 'none', '无', 'unreached',
      ${JSON.stringify(unreachedWords(facts))}::jsonb, 'failed', clock_timestamp(), '各级均无值班联系人')
    on conflict do nothing`)
  return false
}
