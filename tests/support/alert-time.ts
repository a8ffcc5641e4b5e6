import { sql } from 'drizzle-orm'
import { forwardMoved } from '#server/content/forward-open-fires.ts'
import { runAlarmSteps } from '#server/content/run-alarm-steps.ts'
import { ALERT_CHANNELS, sendDeliveries, type Sending } from '#server/content/send-deliveries.ts'
import { dueWebhooks, sendWebhooks } from '#server/content/send-webhooks.ts'
import type { TestApi } from './api-context.ts'

/** And the process clock on. */
export async function elapse(t: TestApi, seconds: number): Promise<void> {
  t.clock.pass(seconds * 1000)
  const back = sql`make_interval(secs => ${seconds}::float8)`
  await t.db.execute(sql`update alarm_step set due_at = due_at - ${back} where done_at is null`)
  await t.db.execute(sql`update delivery set next_at = next_at - ${back}, created_at = created_at - ${back},
    done_at = done_at - ${back}, held_until = held_until - ${back}`)
}

/** Until none of the channel is due or under way. */
export async function deliver(
  { deps }: Pick<TestApi, 'deps'>,
  channel: (typeof ALERT_CHANNELS)[number],
): Promise<void> {
  const sending: Sending = new Set()
  do await Promise.all(sending)
  while ((await sendDeliveries(deps, channel, sending)) > 0)
}

/** Until no work is due. */
export async function work(t: TestApi): Promise<void> {
  await runAlarmSteps(t.deps)
  for (const channel of ALERT_CHANNELS) await deliver(t, channel)
  await forwardMoved(t.deps)
  for (const recipient of await dueWebhooks(t.deps)) await sendWebhooks(t.deps, recipient)
}

export const withAlerts = <T extends Pick<TestApi, 'deps'>>(t: T, alerts: Partial<TestApi['deps']['alerts']>): T => ({
  ...t,
  deps: { ...t.deps, alerts: { ...t.deps.alerts, ...alerts } },
})

export const tokenOf = (link: string) => link.split('/').at(-1)!
