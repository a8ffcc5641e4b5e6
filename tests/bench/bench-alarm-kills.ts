import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { alarmSettings, openAlarmCity, phoneOf, type Place, reportFire, startGateway } from './support/alarm-city.ts'
import { openProofCity, FIRST_LARGE } from './support/proof-city.ts'
import { tell } from './support/tell.ts'

const KILLS = Number(process.env.BENCH_KILLS ?? 50)
const BUILDINGS = Number(process.env.BENCH_ALARMS ?? 400)
const DATABASE_EVERY = 10
const DEAD_MS = 2_000
const PAUSE_MS = 200

/** To the other process until acknowledged. */
async function report(servers: readonly BuiltServer[], place: Place, at: Date): Promise<void> {
  for (let tried = 0; tried < 300; tried += 1) {
    const answer = await reportFire(servers[tried % servers.length]!.url, place, place.building, at)
    if (answer.body?.code === 200) return
    await later(PAUSE_MS)
  }
  throw new Error('a report was never acknowledged')
}

export async function benchAlarmKills(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const gateway = await startGateway()
  const servers: BuiltServer[] = []
  const { opened, places } = await openAlarmCity(postgres.url, BUILDINGS)
  await opened.close()
  try {
    const settings = alarmSettings(gateway.url)
    servers.push(await BuiltServer.start(postgres.url, settings), await BuiltServer.start(postgres.url, settings))
    const over = new AbortController()
    const reports = (async () => {
      for (const place of places) {
        await report(servers, place, new Date())
        await later(PAUSE_MS)
      }
      over.abort()
    })()
    let kills = 0
    for (; kills < KILLS || !over.signal.aborted; kills += 1) {
      await later(700 + ((kills * 379) % 1_300))
      if (kills % DATABASE_EVERY === DATABASE_EVERY - 1) {
        await postgres.kill()
        await later(DEAD_MS)
        await postgres.start()
        continue
      }
      const server = servers[kills % servers.length]!
      await server.stop('SIGKILL')
      await server.start()
    }
    await reports
    // Steps are due after 180 s; killed senders' leases end after 30 s.
    await later(Number(process.env.BENCH_REST_SEC ?? 240) * 1000)

    const { opened: after } = await openProofCity(postgres.url, BUILDINGS)
    const count = async (query: ReturnType<typeof sql>) =>
      Number((await after.db.execute<{ n: string }>(query)).rows[0]?.n)
    const ours = sql`select id from alarm where building_id >= ${FIRST_LARGE}`
    const figures: [string, number][] = [
      [
        'alarms missing or doubled',
        Math.abs(
          (await count(sql`select count(*) as n from alarm where building_id >= ${FIRST_LARGE}`)) - places.length,
        ),
      ],
      [
        'fires that no alarm has',
        places.length -
          (await count(sql`select count(distinct building_id) as n from alarm where building_id >= ${FIRST_LARGE}`)),
      ],
      [
        'alarms without a message',
        await count(sql`select count(*) as n from (${ours} except select alarm_id from delivery) a`),
      ],
      [
        'messages doubled in the ledger',
        await count(
          sql`select count(*) - count(distinct (alarm_id, wave, step, channel, recipient)) as n from delivery`,
        ),
      ],
      [
        'messages without an outcome',
        await count(
          sql`select count(*) as n from delivery where state in ('queued', 'sending') and created_at < clock_timestamp() - interval '60 seconds'`,
        ),
      ],
      [
        'steps overdue',
        await count(
          sql`select count(*) as n from alarm_step where done_at is null and due_at < clock_timestamp() - interval '10 seconds'`,
        ),
      ],
      ['contacts never called', places.filter(({ building }) => !gateway.accepted.has(phoneOf(building))).length],
    ]
    const where = `${kills} × kill -9 of two processes and PostgreSQL, ${places.length} fires`
    for (const [name, value] of figures) tell({ name, where, value, unit: '', goal: '≤ 0' })
    const { rows } = await after.db.execute<{ p50: number; most: number }>(sql`
      select percentile_cont(0.5) within group (order by late) as p50, max(late) as most
      from (select extract(epoch from done_at - due_at)::float8 as late from alarm_step where done_at is not null) t`)
    tell({ name: 'step after it was due, median', where, value: rows[0]!.p50, unit: 's', goal: '≤ 2' })
    tell({ name: 'step after it was due, at most', where, value: rows[0]!.most, unit: 's' })
    await after.close()
    return figures.every(([, value]) => value === 0)
  } finally {
    for (const server of servers) await server.remove()
    gateway.stop()
    await postgres.stop()
  }
}
