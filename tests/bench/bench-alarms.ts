import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { alarm } from '#contract/alarm.ts'
import { webhook } from '#contract/webhook.ts'
import { BuiltServer } from '../support/built-server.ts'
import { openMessageGateway, PUSH_ORIGIN } from '../support/message-gateway.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { pushBrowser } from '../support/push-service.ts'
import { alarmSettings, openAlarmCity, openStream, phoneOf, reportFire, startGateway } from './support/alarm-city.ts'
import { signedIn } from './support/bench-api.ts'
import { benchDrawing } from './support/drawing.ts'
import { benchFailingChannels } from './support/failing-channels.ts'
import { ask } from './support/person.ts'
import { FIRST_LARGE, peopleOf } from './support/proof-city.ts'
import { startBalancer } from './support/start-balancer.ts'
import { partOf, sorted, tell } from './support/tell.ts'

const ALARMS = Number(process.env.BENCH_ALARMS ?? 1_000)
const STREAMS = Number(process.env.BENCH_STREAMS ?? 500)
/** ms */
const APART_MS = 100
const REAL_FIRES = 50
/** Chromium 86 and a current one. */
const DRAWN = 100

/** To one of two processes behind nginx; streams at the other. @returns nothing missing or doubled */
export async function benchAlarms(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const gateway = await startGateway()
  const push = await openMessageGateway()
  const servers: BuiltServer[] = []
  const { opened, db, places } = await openAlarmCity(postgres.url, ALARMS + DRAWN + 1)
  // The last one speaks once every channel fails.
  const last = places.pop()!
  const forWalls = places.splice(ALARMS)
  let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  const device = pushBrowser(PUSH_ORIGIN, 'phone').subscription
  try {
    await db.execute(sql`
      insert into contact_device (contact_id, name, endpoint, p256dh, auth, link_hash, bound_at)
      select id, '手机', ${PUSH_ORIGIN} || '/' || phone, ${device.p256dh}, ${device.auth}, '', now() from duty_contact where phone <> ${phoneOf(last.building)}`)
    const settings = {
      NODE_OPTIONS: push.settings.NODE_OPTIONS,
      OUTSIDE_PORT: push.settings.OUTSIDE_PORT,
      ...alarmSettings(gateway.url),
      TRUST_PROXY: '1',
    }
    servers.push(await BuiltServer.start(postgres.url, settings), await BuiltServer.start(postgres.url, settings))
    balancer = await startBalancer(servers)
    const { url } = balancer
    const reporting = servers[0]!.url
    const now = new Date()
    const officers = (await peopleOf(db)).filter(({ role }) => role === 'government').map(({ account }) => account)
    const tokens = await Promise.all(officers.map((account) => signedIn(db, account, now)))
    const answered = new Map<string, number>()
    const waits: number[] = []
    const heardOf = new Map<string, number>()
    const early = new Map<string, number[]>()
    const note = (building: string, at: number) => {
      heardOf.set(building, (heardOf.get(building) ?? 0) + 1)
      const from = answered.get(building)
      if (from === undefined) early.set(building, [...(early.get(building) ?? []), at])
      else waits.push(Math.max(0, at - from))
    }
    for (let n = 0; n < STREAMS; n += 1) {
      const seen = new Set<string>()
      // Half through the balancer.
      const base = n % 2 === 0 ? servers[1]!.url : url
      streams.push(
        await openStream(base, tokens[n % tokens.length]!, (building, at) => {
          if (answered.size === 0 && early.size === 0 && !places.some((place) => String(place.building) === building))
            return
          if (seen.has(building)) return
          seen.add(building)
          note(building, at)
        }),
      )
    }
    await later(2_000)

    const committed = new Map<number, number>()
    const callMs: number[] = []
    for (const place of places) {
      const { building } = place
      const answer = await reportFire(reporting, place, building)
      if (answer.body?.code !== 200) throw new Error(`a report was answered ${answer.body?.message}`)
      const at = performance.now()
      answered.set(String(building), at)
      for (const heard of early.get(String(building)) ?? []) waits.push(Math.max(0, heard - at))
      committed.set(building - FIRST_LARGE, at)
      callMs.push(answer.ms)
      await later(Math.max(0, APART_MS - answer.ms))
    }
    await later(20_000)

    const one = async (query: ReturnType<typeof sql>) => Number((await db.execute<{ n: string }>(query)).rows[0]?.n)
    const alarms = await one(
      sql`select count(*) as n from alarm where building_id >= ${FIRST_LARGE} and building_id <> ${last.building}`,
    )
    const where = `${ALARMS} alarms, ${STREAMS} streams, two processes behind nginx`
    const list = sorted(waits)
    tell({
      name: 'report answered → frame at the other process, p95',
      where,
      value: partOf(list, 0.95),
      unit: 'ms',
      goal: '≤ 1000',
    })
    tell({
      name: 'report answered → frame at the other process, p99',
      where,
      value: partOf(list, 0.99),
      unit: 'ms',
      goal: '≤ 2000',
    })
    tell({ name: 'report call, median', where, value: partOf(sorted(callMs), 0.5), unit: 'ms' })
    tell({ name: 'alarms missing or doubled', where, value: Math.abs(alarms - places.length), unit: '', goal: '≤ 0' })
    const unheard = places.filter(({ building }) => !heardOf.has(String(building))).length
    tell({ name: 'alarms no stream heard of', where, value: unheard, unit: '', goal: '≤ 0' })

    const sms = sorted(
      [...gateway.accepted].flatMap(([phone, at]) => {
        const from = committed.get(Number(phone.slice(3)))
        return from === undefined ? [] : [at - from]
      }),
    )
    const slow = 'a fifth of the messages refused, one in fifty kept 10 s'
    tell({ name: 'report answered → SMS gateway accepted, median', where: slow, value: partOf(sms, 0.5), unit: 'ms' })
    tell({
      name: 'report answered → SMS gateway accepted, p95',
      where: slow,
      value: partOf(sms, 0.95),
      unit: 'ms',
      goal: '≤ 5000',
    })
    tell({ name: 'contacts without an SMS', where: slow, value: places.length - sms.length, unit: '', goal: '≤ 0' })

    const pushed = sorted(
      [...new Map(push.accepted.toReversed().map(({ to, at }) => [to, at - performance.timeOrigin]))].flatMap(
        ([path, at]) => {
          const from = committed.get(Number(path.slice(4)))
          return from === undefined ? [] : [at - from]
        },
      ),
    )
    tell({
      name: 'report answered → push service accepted, p95',
      where,
      value: partOf(pushed, 0.95),
      unit: 'ms',
      goal: '≤ 3000',
    })
    tell({ name: 'devices without a push', where, value: places.length - pushed.length, unit: '', goal: '≤ 0' })

    const desk = { 'x-auth-token': await signedIn(db, 'zhidui', new Date()) }
    const saved = await ask(url, webhook.save, { address: 'https://receiver.invalid/fires' }, desk)
    if (saved.body?.code !== 200) throw new Error(`webhook: ${saved.body?.message}`)
    const { rows: open } = await db.execute<{ id: string }>(
      sql`select id from alarm where building_id >= ${FIRST_LARGE} and judged_at is null order by id limit ${REAL_FIRES}`,
    )
    for (const { id } of open) {
      const judged = await ask(url, alarm.verdict, { id: Number(id), verdict: 2 } as never, desk)
      if (judged.body?.code !== 200) throw new Error(`verdict: ${judged.body?.message}`)
    }
    await later(3_000)
    const { rows: tried } = await db.execute<{ ms: number }>(sql`
      select extract(epoch from d.created_at - a.judged_at)::float8 * 1000 as ms from delivery d join alarm a on a.id = d.alarm_id
      where d.channel = 'webhook' and d.tries > 0`)
    tell({
      name: 'real fire judged → webhook queued and tried, p95',
      where: `${tried.length} of ${open.length}`,
      value: partOf(sorted(tried.map(({ ms }) => ms)), 0.95),
      unit: 'ms',
      goal: '≤ 1000',
    })
    await benchDrawing(db, reporting, servers[1]!.url, forWalls)
    push.isDown = true
    await benchFailingChannels(db, servers, url, last)
    return unheard === 0 && alarms === places.length && sms.length === places.length && tried.length === open.length
  } finally {
    for (const stream of streams) await stream.close()
    await opened.close()
    await balancer?.stop()
    for (const server of servers) await server.remove()
    gateway.stop()
    push.close()
    await postgres.stop()
  }
}
