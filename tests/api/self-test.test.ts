import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { authority } from '#contract/authority.ts'
import { alarmStatistics } from '#contract/alarm-statistics.ts'
import { building } from '#contract/building.ts'
import { delivery } from '#contract/delivery.ts'
import { live } from '#contract/live.ts'
import { provider } from '#contract/provider.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { createAlerts } from '#server/identity/sms.ts'
import { openCliContext } from '#server/operations/cli-context.ts'
import { findCommand } from '#server/operations/find-command.ts'
import { checkSelfTest, runSelfTest } from '#server/operations/run-self-test.ts'
import { readEnv } from '#server/platform/env.ts'
import { elapse, work } from '../support/alert-time.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())
// Of the demo city's alarms.
beforeAll(async () => void (await city.db.execute(sql`delete from alarm_step`)))

async function command(t: TestApi, ...args: string[]): Promise<string[]> {
  const said: string[] = []
  const desk = openCliContext(t.deps, { db: t.db } as never, (line) => void said.push(line), '张三')
  await findCommand(args).run(desk)
  return said
}

/** Moves the self-test's times, which are the database's, back. */
async function wait(t: TestApi, minutes: number) {
  const back = sql`make_interval(mins => ${minutes}::int)`
  await t.db.execute(sql`update self_test set started_at = started_at - ${back}, passed_at = passed_at - ${back},
    created_at = created_at - ${back}, rang_at = rang_at - ${back}`)
  t.clock.pass(minutes * 60_000)
}

async function turn(t: TestApi) {
  await runSelfTest(t.deps)
  await work(t)
  await runSelfTest(t.deps)
}

const passes = async (t: TestApi) =>
  (
    await t.db.execute<{ passed: boolean; took: number | null }>(sql`
    select passed_at >= started_at as passed, took_ms as took from self_test`)
  ).rows[0]!

test(
  'the self-test sends its recipient one message an interval through all stages and closes its alarm',
  city.undone(async (t) => {
    expect(await command(t, 'add-self-test', '--phone', '13700000119')).toEqual([expect.stringContaining('每 5 分钟')])
    await expect(command(t, 'add-self-test', '--phone', '13700000119')).rejects.toThrow('已有自检建筑')
    await turn(t)
    expect(t.alerted[0]?.link).toBe('')
    expect(t.alerted).toMatchObject([
      { channel: 'sms', phone: '13700000119', text: expect.stringContaining('无需处理') },
    ])
    expect(await passes(t)).toMatchObject({ passed: true, took: expect.any(Number) })
    await turn(t)
    expect(t.alerted).toHaveLength(1)
    expect(await command(t, 'self-test')).toEqual([
      expect.stringContaining('13700000119'),
      expect.stringContaining('最近通过'),
    ])
    await wait(t, 5)
    await turn(t)
    expect(t.alerted).toHaveLength(2)
    const { rows } = await t.db.execute(
      sql`select verdict from alarm a join self_test s on s.building_id = a.building_id`,
    )
    expect(rows).toEqual([{ verdict: 4 }, { verdict: 4 }])
  }),
)

test(
  'its silence rings the recipient once an hour, and the command says so',
  city.undone(async (t) => {
    await command(t, 'add-self-test', '--phone', '13700000119')
    await turn(t)
    t.alerted.length = 0
    await checkSelfTest(t.deps)
    expect(t.alerted).toEqual([])
    // The loop that sends has ended.
    await wait(t, 16)
    await checkSelfTest(t.deps)
    await checkSelfTest(t.deps)
    expect(t.alerted.map(({ channel }) => channel).toSorted()).toEqual(['sms', 'voice'])
    expect(t.alerted[0]!.text).toContain('平台自检16分钟未通过')
    await expect(command(t, 'self-test')).rejects.toThrow('自检已中断')
    await wait(t, 61)
    await checkSelfTest(t.deps)
    expect(t.alerted).toHaveLength(4)
    await turn(t)
    await command(t, 'self-test')
  }),
)

test(
  'a channel that accepts nothing fails the test, and the next interval tries again',
  city.undone(async (t) => {
    await command(t, 'add-self-test', '--phone', '13700000119', '--every', '10')
    t.alertFails.add('sms').add('voice')
    await turn(t)
    expect((await passes(t)).passed).toBeNull()
    await wait(t, 6)
    await runSelfTest(t.deps)
    t.alertFails.clear()
    await runSelfTest(t.deps)
    await work(t)
    expect(t.alerted).toEqual([])
    await wait(t, 5)
    await turn(t)
    expect((await passes(t)).passed).toBe(true)
  }),
)

test(
  'SMS that fail fail it where no voice gateway is set',
  city.undone(async (t) => {
    await command(t, 'add-self-test', '--phone', '13700000119')
    const { alertGateways } = readEnv({ SMS_PROVIDER: 'http', SMS_URL: 'http://127.0.0.1:1/' })
    const here = { ...t, deps: { ...t.deps, alerts: createAlerts(alertGateways, t.deps.log) } }
    for (const seconds of [0, 1, 3, 10, 30]) {
      await elapse(t, seconds)
      await turn(here)
    }
    const { rows } = await t.db.execute(sql`select channel, state from delivery order by id desc limit 1`)
    expect(rows).toEqual([{ channel: 'sms', state: 'failed' }])
    expect((await passes(t)).passed).toBeNull()
  }),
)

test(
  'the self-test building, its unit, provider and alarms are on no screen and in no count',
  city.undone(async (t) => {
    const token = await t.signIn('zhidui')
    const read = async () => {
      const calls = [
        [building.list, {}],
        [building.headStatistics, {}],
        [unitManagement.list, {}],
        [unitManagement.statistics, {}],
        [provider.list, {}],
        [alarm.list, {}],
        [authority.fireAlarm, {}],
        [alarmStatistics.summary, {}],
        [delivery.list, {}],
      ] as const
      const bodies = []
      for (const [call, input] of calls) bodies.push((await t.call(call as never, input as never, token)).body)
      return JSON.stringify(bodies)
    }
    const before = await read()
    const { body } = await t.call(live.changes, {}, token)
    const { cursor } = body.data as { cursor: string }
    await command(t, 'add-self-test', '--phone', '13700000119')
    await runSelfTest(t.deps)
    await work(t)
    expect(await read()).toBe(before)
    const changes = (await t.call(live.changes, { after: cursor }, token)).body.data as {
      changes: object[]
      figures: object[]
    }
    expect(changes).toMatchObject({ changes: [], figures: [] })
    await command(t, 'remove-self-test')
    await expect(command(t, 'self-test')).rejects.toThrow('没有自检建筑')
    expect(await read()).toBe(before)
  }),
)
