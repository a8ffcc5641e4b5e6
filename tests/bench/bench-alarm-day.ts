import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { alarm } from '#contract/alarm.ts'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import {
  alarmSettings,
  followStream,
  openAlarmCity,
  type Place,
  reportFire,
  startGateway,
} from './support/alarm-city.ts'
import { signedIn } from './support/bench-api.ts'
import { ask } from './support/person.ts'
import { firstOfServer, processorSeconds } from './support/processor-time.ts'
import { FIRST_LARGE } from './support/proof-city.ts'
import { startBalancer } from './support/start-balancer.ts'
import { partOf, sorted, tell } from './support/tell.ts'

const BUILDINGS = Number(process.env.BENCH_BUILDINGS ?? 20_000)
const ALARMS = Number(process.env.BENCH_ALARMS ?? 400)
/** A day in ten minutes. */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10)
const STREAMS = 20
const STEPS_MS = Number(process.env.BENCH_REST_SEC ?? 960) * 1000
const QUIET_MS = 60_000

const DECISIONS = ['false', 'real', 'ack', 'none', 'false'] as const

/** @returns nothing missing or doubled */
export async function benchAlarmDay(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const gateway = await startGateway()
  const servers: BuiltServer[] = []
  const streams: ReturnType<typeof followStream>[] = []
  let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined
  const { opened, db, places } = await openAlarmCity(postgres.url, BUILDINGS)
  try {
    await db.execute(sql`
      insert into duty_contact (organ_id, rank, name, phone, created_at, modified_at)
      select id, 1, '值班室', '138' || lpad(id::text, 8, '0'), now(), now() from organ where level in (2, 3)`)
    const settings = { ...alarmSettings(gateway.url), TRUST_PROXY: '1' }
    servers.push(await BuiltServer.start(postgres.url, settings), await BuiltServer.start(postgres.url, settings))
    balancer = await startBalancer(servers)
    const { url } = balancer
    const count = async (query: ReturnType<typeof sql>) => Number((await db.execute<{ n: string }>(query)).rows[0]?.n)
    const database = firstOfServer(await count(sql`select pg_backend_pid() as n`))
    const desk = { 'x-auth-token': await signedIn(db, 'zongdui', new Date()) }
    const heard = Array.from({ length: STREAMS }, () => new Set<string>())
    for (const buildings of heard)
      streams.push(followStream(url, desk['x-auth-token'], (building) => void buildings.add(building)))

    const listMs: number[] = []
    const readDesk = async () => void listMs.push((await ask(url, alarm.list, { open: 1 } as never, desk)).ms)
    const timesOf = () => [...servers.map(({ pid }) => processorSeconds(pid!)), processorSeconds(database)]
    const during = async (work: () => Promise<void>) => {
      listMs.length = 0
      const over = { now: false }
      const reading = (async () => {
        while (!over.now) {
          await readDesk()
          await later(1_000)
        }
      })()
      const [before, from] = [timesOf(), performance.now()]
      await work()
      const seconds = (performance.now() - from) / 1000
      const shares = timesOf().map((time, at) => (time - before[at]!) / seconds)
      over.now = true
      await reading
      return { shares, list: partOf(sorted(listMs), 0.95) }
    }

    const quiet = await during(() => later(QUIET_MS))
    const apart = (MINUTES * 60_000) / ALARMS
    const burning = Array.from({ length: ALARMS }, (_, nth) => places[Math.floor((nth * BUILDINGS) / ALARMS)]!)
    let refused = 0
    const report = async (place: Place, sequence: number) => {
      for (;;) {
        const answer = await reportFire(url, place, sequence)
        if (answer.body?.code === 200) return
        if (answer.body?.code !== 503) throw new Error(`a report was answered ${answer.body?.message}`)
        refused += 1
        await later(500)
      }
    }
    const decide = async ({ building }: Place, decision: (typeof DECISIONS)[number]) => {
      if (decision === 'none') return
      const id = await count(sql`select id as n from alarm where building_id = ${building}`)
      const call = decision === 'ack' ? alarm.ack : alarm.verdict
      const input = decision === 'ack' ? { id } : { id, verdict: decision === 'real' ? 2 : 1 }
      const answer = await ask(url, call, input as never, desk)
      if (answer.body?.code !== 200) throw new Error(`a decision was answered ${answer.body?.message}`)
    }
    const day = await during(async () => {
      const open: Promise<void>[] = []
      for (const [nth, place] of burning.entries()) {
        open.push(
          (async () => {
            for (const again of [0, 1, 2]) {
              await report(place, nth * 3 + again)
              await later(2_000)
            }
            await later(20_000)
            await decide(place, DECISIONS[nth % DECISIONS.length]!)
          })(),
        )
        await later(apart)
      }
      await Promise.all(open)
    })
    await later(STEPS_MS)

    const where = `${ALARMS} alarms in ${MINUTES} min, ${BUILDINGS} buildings, two processes behind nginx`
    for (const [at, name] of ['first process', 'second process', 'PostgreSQL'].entries())
      tell({
        name: `share of a core, ${name}`,
        where,
        value: day.shares[at]!,
        unit: '',
        reference: { name: 'the minute before', value: quiet.shares[at]! },
      })
    tell({
      name: 'open alarms at the desk, p95',
      where,
      value: day.list,
      unit: 'ms',
      reference: { name: 'the minute before', value: quiet.list },
    })
    tell({
      name: `streams opened by ${STREAMS} readers`,
      where,
      value: streams.reduce((sum, of) => sum + of.streams(), 0),
      unit: '',
    })
    tell({ name: 'reports refused for the moment', where, value: refused, unit: '' })
    const ours = sql`(select id from alarm where building_id >= ${FIRST_LARGE})`
    const told = await db.execute<{
      channel: string
      sent: number
      people: number
      most: number
    }>(sql`
      select channel, sum(n)::int as sent, count(*)::int as people, max(n)::int as most
      from (select channel, recipient, count(*) as n from delivery where alarm_id in ${ours} group by 1, 2) t group by 1`)
    for (const { channel, sent, people, most } of told.rows)
      tell({
        name: `messages by ${channel} to a recipient, at most`,
        where: `${sent} to ${people}`,
        value: most,
        unit: '',
      })
    const contacts = await count(sql`
      select coalesce(max(n), 0) as n from (select count(*) as n from delivery
        where alarm_id in ${ours} and recipient like 'contact:%' and unit_id is not null group by recipient) t`)
    const figures: [string, number][] = [
      [
        'alarms missing or doubled',
        Math.abs((await count(sql`select count(*) as n from alarm where id in ${ours}`)) - ALARMS),
      ],
      [
        'alarms without a message',
        await count(sql`select count(*) as n from (select id from ${ours} a except select alarm_id from delivery) t`),
      ],
      [
        'messages without an outcome',
        await count(sql`select count(*) as n from delivery where state in ('queued', 'sending')
          and created_at < clock_timestamp() - interval '180 seconds'`),
      ],
      [
        'steps overdue',
        await count(
          sql`select count(*) as n from alarm_step where done_at is null and due_at < clock_timestamp() - interval '10 seconds'`,
        ),
      ],
      [
        'alarms that a stream did not hear of',
        heard.reduce((sum, of) => sum + burning.filter(({ building }) => !of.has(String(building))).length, 0),
      ],
    ]
    for (const [name, value] of figures) tell({ name, where, value, unit: '', goal: '≤ 0' })
    tell({
      name: "messages to a building's contact, at most",
      where,
      value: contacts,
      unit: '',
      goal: '≤ 3',
    })
    return figures.every(([, value]) => value === 0)
  } finally {
    for (const stream of streams) await stream.close()
    await opened.close()
    await balancer?.stop()
    for (const server of servers) await server.remove()
    gateway.stop()
    await postgres.stop()
  }
}
