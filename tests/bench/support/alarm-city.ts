import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ingest } from '#contract/ingest.ts'
import { STREAM_PATH } from '#contract/live.ts'
import { toWireTime } from '#contract/time.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { signRequest } from '#demo/simulator/signed-client.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { copyUnits } from './copy-units.ts'
import { type Answer, send } from './person.ts'
import { FIRST_LARGE, openProofCity } from './proof-city.ts'

/** One building and one duty contact each. */
const FIRST_UNIT = 950_001

export interface Place extends Record<string, unknown> {
  readonly building: number
  readonly provider: number
  readonly project: string
  readonly point: string
}

export const phoneOf = (building: number) => `137${String(building - FIRST_LARGE).padStart(8, '0')}`

/** The phone ends in the building's number. */
async function addContacts(db: Db, buildings: number): Promise<void> {
  await copyUnits(
    db,
    buildings,
    sql`jsonb_build_object('id', ${FIRST_UNIT}::bigint + i, 'name', '值守单位' || i,
      'is_building_manager', 2, 'app_key', md5('bench' || i), 'profile_complete', true)`,
  )
  await db.execute(sql`
    insert into building_unit (building_id, unit_id, kind, entered_at, created_at, modified_at)
    select ${FIRST_LARGE}::bigint + i, ${FIRST_UNIT}::bigint + i, 'bound', now(), now(), now()
    from generate_series(0, ${buildings - 1}::int) i on conflict do nothing`)
  await db.execute(sql`delete from duty_contact`)
  await db.execute(sql`
    insert into duty_contact (unit_id, rank, name, phone, created_at, modified_at)
    select ${FIRST_UNIT}::bigint + i, 1, '联系人', '137' || lpad(i::text, 8, '0'), now(), now()
    from generate_series(0, ${buildings - 1}::int) i`)
  // An SMS at once.
  await db.execute(sql`update building set building_type = 1 where id >= ${FIRST_LARGE}`)
  // A job would make alarms of the city's open fires.
  await db.execute(sql`
    update device_event set ended_at = now(), state = 1
    where kind = 'fire' and ended_at is null and building_id >= ${FIRST_LARGE}`)
  await db.execute(sql`delete from alarm_step`)
  await db.execute(sql`delete from alarm where building_id >= ${FIRST_LARGE}`)
}

/** Of the processes that call people. */
export const alarmSettings = (smsUrl: string) => ({
  SEED: 'none',
  SMS_PROVIDER: 'http',
  SMS_URL: smsUrl,
  PUBLIC_URL: 'http://127.0.0.1',
})

/** Up to 200 ms; refuses every fifth at first, keeps one in fifty for ten seconds. */
export async function startGateway() {
  const accepted = new Map<string, number>()
  let asked = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += String(chunk)))
    request.on('end', async () => {
      asked += 1
      const phone = new URLSearchParams(body).get('phone') ?? ''
      if (asked % 5 === 0) return void response.writeHead(500).end()
      await later(asked % 50 === 1 ? 10_000 : 5 + ((asked * 37) % 195))
      if (!accepted.has(phone)) accepted.set(phone, performance.now())
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accepted,
    stop: () => server.closeAllConnections(),
  }
}

/** @returns a smoke detector of each */
export async function openAlarmCity(url: string, buildings: number) {
  const { opened } = await openProofCity(url, buildings)
  const { db } = opened
  await addContacts(db, buildings)
  const { rows: places } = await db.execute<Place>(sql`
    select distinct on (b.id) b.id::int as building, b.provider_id::int as provider, b.open_project_id as project, p.point_number as point
    from building b join point p on p.building_id = b.id and p.api_type = 1
    where b.id between ${FIRST_LARGE} and ${FIRST_LARGE + buildings - 1} order by b.id, p.id`)
  return { opened, db, places }
}

/** @param sequence two fires of one second */
export function reportFire(base: string, place: Place, sequence: number, at = new Date()): Promise<Answer> {
  const { provider, project, point } = place
  const item = { projectId: project, pointNumber: point, kind: 'fire', phase: 'begin', time: toWireTime(at), sequence }
  const body = JSON.stringify({ items: [item] })
  const request = signRequest(demoKeysOf(provider), new Date(), { method: 'POST', path: ingest.events.path, body })
  return send(`${base}${request.path}`, { method: 'POST', headers: request.headers, body })
}

type Heard = (buildingId: string, at: number) => void

/** Each alarm's building once, with the moment. */
export async function openStream(base: string, token: string, heard: Heard, after = '') {
  const abort = new AbortController()
  const query = after === '' ? '' : `?after=${encodeURIComponent(after)}`
  const headers = { 'x-auth-token': token }
  const response = await fetch(`${base}${STREAM_PATH}${query}`, { headers, signal: abort.signal })
  if (response.status !== 200) throw new Error(`a stream was answered ${response.status}`)
  let bytes = 0
  let cursor = after
  let waitMs = 0
  const ended = (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const at = performance.now()
      bytes += (chunk as Uint8Array).length
      const frames = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        cursor = /^id: (.*)$/m.exec(frame)?.[1] ?? cursor
        const data = /^data: (.*)$/m.exec(frame)?.[1]
        if (data && /^event: bye$/m.test(frame)) ({ waitMs } = JSON.parse(data) as { waitMs: number })
        const change = data?.includes('"kind":"alarm') ? (JSON.parse(data) as { buildingId: string | null }) : null
        if (change?.buildingId) heard(change.buildingId, at)
      }
    }
  })().catch(() => undefined)
  return {
    ended,
    bytes: () => bytes,
    cursor: () => cursor,
    waitMs: () => waitMs,
    async close() {
      abort.abort()
      await ended
    },
  }
}

/** Resumes by cursor: the server ends a stream after ten minutes. */
export function followStream(base: string, token: string, heard: Heard) {
  let open: Awaited<ReturnType<typeof openStream>> | undefined
  let streams = 0
  const state = { isClosed: false }
  const over = (async () => {
    while (!state.isClosed) {
      open = await openStream(base, token, heard, open?.cursor())
      streams += 1
      if (state.isClosed) await open.close()
      await open.ended
    }
  })()
  return {
    streams: () => streams,
    async close() {
      state.isClosed = true
      await open?.close()
      await over
    },
  }
}
