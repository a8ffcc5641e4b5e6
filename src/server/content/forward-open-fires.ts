import { sql, type SQL } from 'drizzle-orm'
import { REAL } from '#contract/alarm.rules.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Deps } from '../platform/deps.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { verdictWords } from './alarm-words.ts'
import { REQUEUED } from './delivery.store.ts'
import { factsOf, readAlarmNow } from './run-alarm-steps.ts'
import { queueWebhooks } from './webhook.store.ts'

const DAYS_MS = 3 * 24 * 3_600_000

interface Missing extends Record<string, unknown> {
  readonly id: string
  readonly wave: number
  readonly step: number
  readonly webhook: string
}

async function missingIn(db: Db, where: SQL, isSent: SQL): Promise<Missing[]> {
  const { rows } = await db.execute<Missing>(sql`
    select a.id, s.wave, s.step, w.id as webhook
    from alarm a join alarm_step s on s.alarm_id = a.id and s.act_id = a.judged_act
      left join building b on b.id = a.building_id
      join webhook w on w.disabled_at is null and 'fire' = any(w.kinds)
      join organ o on o.id = w.organ_id and (o.level = 2 or (o.level = 3 and o.county = b.county))
    where a.verdict = ${REAL} and a.ended_at is null and a.joined_to is null and s.kind = 'inform' and s.done_at is not null
      and b.county is distinct from ${SELF_TEST_COUNTY} and ${where}
      and not exists (select 1 from delivery d where d.alarm_id = a.id and (d.wave, d.step) >= (s.wave, s.step)
        and d.recipient = 'webhook:' || w.id and ${isSent})
    order by a.id, w.id`)
  return rows
}

async function forward(tx: Db, { id, wave, step, webhook }: Missing, now: Date): Promise<void> {
  const alarm = await readAlarmNow(tx, Number(id))
  const key = { alarmId: Number(id), wave, step, isReal: true }
  if (alarm) await queueWebhooks(tx, key, verdictWords(factsOf(alarm, now)), Number(webhook))
}

export async function forwardOpenFires(tx: Db, webhookId: number, now: Date): Promise<void> {
  for (const missing of await missingIn(tx, sql`w.id = ${webhookId}`, sql`d.state <> 'failed'`)) {
    await forward(tx, missing, now)
    await tx.execute(sql`update delivery set ${REQUEUED} where alarm_id = ${Number(missing.id)} and wave = ${missing.wave}
      and step = ${missing.step} and recipient = ${`webhook:${webhookId}`} and state = 'failed'`)
  }
}

/** To its building's new district. */
export async function forwardMoved({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - DAYS_MS).toISOString()
  const errors: unknown[] = []
  for (const missing of await missingIn(db, sql`a.judged_at > ${since}::timestamptz`, sql`true`))
    await db
      .transaction((tx) => forward(tx, missing, now()))
      .catch((error: unknown) => {
        errors.push(error)
      })
  if (errors.length > 0) throw errors[0]
}
