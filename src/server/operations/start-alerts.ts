import { closeShelves } from '../evaluation/close-shelves.ts'
import { runAlarmSteps } from '../content/run-alarm-steps.ts'
import { forwardMoved } from '../content/forward-open-fires.ts'
import { runDutyChecks } from '../content/run-duty-checks.ts'
import { ALERT_CHANNELS, sendDeliveries, type Sending } from '../content/send-deliveries.ts'
import { dueWebhooks, sendWebhooks } from '../content/send-webhooks.ts'
import type { Deps } from '../platform/deps.ts'
import { loggable } from '../platform/loggable.ts'
import type { RunningJobs } from './run-jobs.ts'
import { runSelfTest } from './run-self-test.ts'

const EVERY_MS = 500
const CHECK_TURNS = 10
const TEST_TURNS = 4

/** In every process; rows are claimed. */
export function startAlerts(deps: Deps): RunningJobs {
  const running = new Map<string, Promise<void>>()
  const channels = ALERT_CHANNELS.map((channel) => ({ channel, sending: new Set() as Sending }))
  const run = (name: string, work: () => Promise<unknown>) => {
    if (running.has(name)) return
    const done = work()
      .catch((error: unknown) => deps.log.error({ alerts: name, err: loggable(error) }, 'alerts failed'))
      .then(() => void running.delete(name))
    running.set(name, done)
  }
  let turn = 0
  const timer = setInterval(() => {
    run('shelves', () => closeShelves(deps))
    turn += 1
    if (turn % CHECK_TURNS === 0) run('checks', () => runDutyChecks(deps))
    if (turn % TEST_TURNS === 0) run('self-test', () => runSelfTest(deps))
    run('steps', () => runAlarmSteps(deps))
    for (const { channel, sending } of channels) run(channel, () => sendDeliveries(deps, channel, sending))
    run('moved', () => forwardMoved(deps))
    run('webhooks', async () => {
      for (const recipient of await dueWebhooks(deps)) run(recipient, () => sendWebhooks(deps, recipient))
    })
  }, EVERY_MS)
  timer.unref()
  return {
    stop: () => clearInterval(timer),
    ended: () => Promise.all([...running.values(), ...channels.flatMap(({ sending }) => [...sending])]),
  }
}
