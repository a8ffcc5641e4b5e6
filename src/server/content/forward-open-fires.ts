import { sql } from 'drizzle-orm'
import { REAL } from '#contract/alarm.rules.ts'
import type { Db } from '../platform/db/open-db.ts'
import { verdictWords } from './alarm-words.ts'
import { REQUEUED } from './delivery.store.ts'
import { factsOf, readAlarmNow } from './run-alarm-steps.ts'
import { queueWebhooks } from './webhook.store.ts'

export async function forwardOpenFires(tx: Db, webhookId: number, now: Date): Promise<void> {
  const recipient = `webhook:${webhookId}`
  const { rows } = await tx.execute<{ id: string; wave: number; step: number }>(sql`
    select a.id, s.wave, s.step from alarm a join alarm_step s on s.alarm_id = a.id and s.act_id = a.judged_act
    where a.verdict = ${REAL} and a.ended_at is null and a.joined_to is null and s.kind = 'inform' and s.done_at is not null
      and not exists (select 1 from delivery d where d.alarm_id = a.id and (d.wave, d.step) >= (s.wave, s.step)
        and d.recipient = ${recipient} and d.state <> 'failed')
    order by a.id`)
  for (const { id, wave, step } of rows) {
    const alarm = await readAlarmNow(tx, Number(id))
    const key = { alarmId: Number(id), wave, step, isReal: true }
    if (!alarm || (await queueWebhooks(tx, key, verdictWords(factsOf(alarm, now)), webhookId)) === 0) continue
    await tx.execute(sql`update delivery set ${REQUEUED}
      where alarm_id = ${Number(id)} and wave = ${wave} and step = ${step} and recipient = ${recipient} and state = 'failed'`)
  }
}
