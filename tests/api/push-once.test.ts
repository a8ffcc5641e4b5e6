import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { push } from '#contract/push.ts'
import { sendPush } from '#server/operations/send-push.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { MINUTE, OWN, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'
import { openPushService, pushBrowser } from '../support/push-service.ts'

const city = await openApi()
const service = await openPushService()
afterAll(async () => {
  service.close()
  await city.close()
})

async function subscribe(t: TestApi, token: string, device: ReturnType<typeof pushBrowser>) {
  const response = await t.api.request(push.subscribe.path, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
    body: JSON.stringify(device.subscription),
  })
  expect(((await response.json()) as { code: number }).code).toBe(200)
}

function counted(device: ReturnType<typeof pushBrowser>, body: Buffer) {
  const words = device.read(body).body
  const of = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(words)?.[1] ?? 0)
  return { problem: of('个消防设施问题'), message: of('条通知') }
}

const at = (t: TestApi, agoMs: number) => new Date(t.clock.now().getTime() - agoMs).toISOString()

const SEEDS = Number(process.env['PUSH_HISTORIES'] ?? 40)

test(
  'every visible problem and notification is sent to a device once, whenever it began and its transaction committed',
  { timeout: 20_000 + SEEDS * 3_000 },
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    for (let seed = 1; seed <= SEEDS; seed++) {
      await t.db.execute(sql`savepoint history`)
      let state = seed * 7919
      const chance = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((state / 2 ** 32) * below)
      }
      const device = pushBrowser(service.origin, `device-${seed}`)
      service.taken.length = 0
      await subscribe(t, token, device)
      const waiting = { problem: 0, message: 0 }
      const heard: { step: number; wanted: object[]; sent: object[] }[] = []
      for (let step = 0; step < 14; step++) {
        t.clock.pass(chance(10) * MINUTE)
        service.status = chance(4) === 0 ? 503 : 201
        const kind = chance(6)
        if (kind <= 2) {
          // Begun earlier, commits now.
          await t.db.execute(sql`
            insert into problem (building_id, cause, system_id, device_no, item_desc, problem_type, happened_at, opened_at)
            select b.id, 'fault', 1, 'X', '设备', 1, ${at(t, chance(240) * MINUTE)}::timestamptz, ${at(t, chance(9) * MINUTE)}::timestamptz
            from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
            join account a on a.unit_id = u.unit_id where a.account = 'unit01' order by b.id limit 1`)
          waiting.problem += 1
        } else if (kind === 3) {
          await t.db.execute(sql`
            with m as (insert into message (title, message_html, sent_at) values ('通知', '', ${at(t, 0)}) returning id)
            insert into message_receiver (message_id, account_id, sent_at)
            select m.id, a.id, ${at(t, chance(9) * MINUTE)}::timestamptz from m, account a where a.account = 'unit01'`)
          waiting.message += 1
        } else if (kind === 4) {
          // Pending news is kept.
          await subscribe(t, token, device)
        } else {
          await sendPush(t.deps)
          const sent = service.taken.splice(0)
          const isNew = waiting.problem + waiting.message > 0
          heard.push({
            step,
            wanted: isNew ? [{ ...waiting }] : [],
            sent: sent.map(({ body }) => counted(device, body)),
          })
          if (service.status === 201) Object.assign(waiting, { problem: 0, message: 0 })
        }
      }
      await t.db.execute(sql`rollback to savepoint history`)
      expect([seed, heard.map(({ sent }) => sent)]).toEqual([seed, heard.map(({ wanted }) => wanted)])
    }
  }),
)

test(
  'a problem that opens long after its cause began is sent although newer ones were sent before',
  city.undone(async (t) => {
    const { projectId, points, gauge, id } = await somewhere(t)
    await t.db.execute(sql`update problem set solved_at = now() where building_id = ${id} and solved_at is null`)
    const program = programOf(t, OWN)
    const detector = points.find(({ apiId }) => apiId === 1)!
    const device = pushBrowser(service.origin, 'late')
    await subscribe(t, await t.signIn('zongdui'), device)
    service.status = 201
    const measure = (pressure: number) =>
      program.call(ingest.readings, {
        items: [{ projectId, pointNumber: gauge.pointNumber, time: wire(t, 0), sequence: 0, measures: { pressure } }],
      })
    const sent = async () => {
      await reEvaluateDue(t.db, t.clock.now())
      service.taken.length = 0
      await sendPush(t.deps)
      return service.taken.map(({ body }) => counted(device, body).problem)
    }
    await sent()
    await measure(0.01)
    t.clock.pass(15 * MINUTE)
    await program.call(ingest.events, {
      items: [
        { projectId, pointNumber: detector.pointNumber, kind: 'fault', phase: 'begin', time: wire(t, 0), sequence: 0 },
      ],
    })
    expect((await sent()).length).toBe(1)
    for (const minutes of [30, 30, 30, 20]) {
      t.clock.pass(minutes * MINUTE)
      await measure(0.01)
    }
    const { rows } = await t.db.execute<{ n: number }>(sql`
      select count(*)::int as n from problem where building_id = ${id} and cause = 'pressure-low' and solved_at is null`)
    expect(rows).toEqual([{ n: 1 }])
    expect((await sent())[0]).toBeGreaterThan(0)
    expect(await sent()).toEqual([])
  }),
)
