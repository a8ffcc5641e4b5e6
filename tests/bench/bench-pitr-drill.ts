import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import type { Client } from 'pg'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { signRequest } from '#demo/simulator/signed-client.ts'
import { BuiltServer } from '../support/built-server.ts'
import { freePort } from '../support/free-port.ts'
import { connectTo, InstalledPostgres, type RunningPostgres, urlOn } from './support/installed-postgres.ts'
import { send } from './support/person.ts'
import { tell } from './support/tell.ts'

const LOAD_MS = Number(process.env.BENCH_PITR_SEC ?? 60) * 1_000
const LANES = 4
const BATCH = 20

interface Entry {
  readonly kind: 'reading' | 'device_event'
  readonly sequence: number
  readonly points: readonly number[]
  readonly sentAt: number
  readonly acknowledgedAt: number
}

interface Reporter {
  readonly base: string
  readonly points: readonly { readonly id: string; readonly projectId: string; readonly pointNumber: string }[]
  readonly ledger: string
  readonly isOver: () => boolean
  readonly next: () => number
}

async function report({ base, points, ledger, isOver, next }: Reporter): Promise<void> {
  while (!isOver()) {
    const sequence = next()
    const isEvent = sequence % 5 === 0
    const chosen = Array.from({ length: BATCH }, (_, i) => points[(sequence * BATCH + i) % points.length]!)
    const about = isEvent ? { kind: 'fault', phase: 'begin' } : { measures: { signals: 1 } }
    const items = chosen.map(({ projectId, pointNumber }) => ({
      projectId,
      pointNumber,
      time: toWireTime(new Date()),
      sequence,
      ...about,
    }))
    const call = isEvent ? ingest.events : ingest.readings
    const sentAt = Date.now()
    const { method, path, headers, body } = signRequest(demoKeysOf(FIRST_PROVIDER_ID), new Date(), {
      method: call.method,
      path: call.path,
      body: JSON.stringify({ items }),
    })
    const answer = await send(`${base}${path}`, { method, headers, body })
    const { accepted } = (answer.body?.data ?? {}) as { accepted?: number }
    if (answer.body?.code === 200 && accepted === BATCH) {
      const entry: Entry = {
        kind: isEvent ? 'device_event' : 'reading',
        sequence,
        points: chosen.map(({ id }) => Number(id)),
        sentAt,
        acknowledgedAt: Date.now(),
      }
      appendFileSync(ledger, `${JSON.stringify(entry)}\n`)
    }
    await later(130 * LANES)
  }
}

async function countRows(client: Client, entries: readonly Entry[]): Promise<number> {
  let found = 0
  for (const kind of ['reading', 'device_event'] as const) {
    const keys = entries.filter((one) => one.kind === kind).flatMap((one) => one.points.map((id) => [one.sequence, id]))
    const { rows } = await client.query<{ n: string }>(
      `select count(*) as n from unnest($1::int[], $2::bigint[]) as a(sequence, point_id)
        where exists (select from ${kind} r where r.point_id = a.point_id and r.sequence = a.sequence
          and r.${kind === 'reading' ? 'at' : 'occurred_at'} > now() - interval '1 day')`,
      [keys.map(([sequence]) => sequence), keys.map(([, id]) => id)],
    )
    found += Number(rows[0]?.n)
  }
  return found
}

const rowsIn = (entries: readonly Entry[]) => entries.reduce((sum, { points }) => sum + points.length, 0)

/** @returns the database of that moment holds exactly the batches acknowledged by then */
export async function pitrDrill(): Promise<boolean> {
  const installed = new InstalledPostgres('fire-pitr-')
  const { place } = installed
  const ledger = join(mkdtempSync(join(tmpdir(), 'fire-pitr-ledger-')), 'ledger')
  writeFileSync(ledger, '')
  for (const name of ['data', 'repo', 'log', 'spool', 'lock', 'copy']) installed.makeFolder(name)
  const port = await freePort()
  const config = join(place, 'pgbackrest.conf')
  const stanza = (data: string) => `[global]
repo1-path=${place}/repo
log-path=${place}/log
lock-path=${place}/lock
spool-path=${place}/spool
start-fast=y
[fire]
pg1-path=${place}/${data}
pg1-port=${port}
pg1-socket-path=${place}
pg1-user=postgres
`
  writeFileSync(config, stanza('data'))
  const backrest = (...words: string[]) => installed.run('pgbackrest', `--config=${config}`, '--stanza=fire', ...words)
  let database: RunningPostgres | undefined
  const startDatabase = async (data: string) => {
    const archive = `pgbackrest --config=${config} --stanza=fire archive-push %p`
    const settings = ['archive_mode=on', `archive_command=${archive}`, 'archive_timeout=60', 'max_connections=60']
    database = await installed.launch(join(place, data), port, settings, 'not pg_is_in_recovery()')
    return connectTo(port)
  }
  const step = (text: string) => console.log(`- ${text}`)
  const settings = { SECRET_KEY: 'ab'.repeat(32), FILES_URL: `file:${ledger}-files` }
  const servers: BuiltServer[] = []
  try {
    installed.initialize(join(place, 'data'))
    const client = await startDatabase('data')
    backrest('stanza-create')
    const server = await BuiltServer.start(urlOn(port), { ...settings, SEED: 'demo' })
    servers.push(server)
    let from = performance.now()
    backrest('backup', '--type=full')
    step(`base backup in ${((performance.now() - from) / 1_000).toFixed(1)} s`)
    const { rows: points } = await client.query<Reporter['points'][number]>(
      `select p.id, b.open_project_id as "projectId", p.point_number as "pointNumber" from point p
        join building b on b.id = p.building_id where b.provider_id = $1 order by p.id`,
      [FIRST_PROVIDER_ID],
    )
    let sequence = 1_000
    const until = Date.now() + LOAD_MS
    const target = new Date(Date.now() + LOAD_MS / 2)
    const reporter: Reporter = {
      base: server.url,
      points,
      ledger,
      isOver: () => Date.now() > until,
      next: () => ++sequence,
    }
    await Promise.all(Array.from({ length: LANES }, () => report(reporter)))
    const { rows: switched } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    for (let isArchived = false; !isArchived; await later(200)) {
      const { rows } = await client.query<{ done: boolean }>(
        'select last_archived_wal >= $1 as done from pg_stat_archiver',
        [switched[0]?.name],
      )
      isArchived = rows[0]?.done ?? false
    }
    await client.end().catch(() => {})
    await server.stop()
    await database?.stop()
    rmSync(join(place, 'data'), { recursive: true })
    step(`${LOAD_MS / 1_000} s of load, then the database is removed`)

    from = performance.now()
    writeFileSync(config, stanza('copy'))
    backrest(
      'restore',
      '--type=time',
      `--target=${target.toISOString().replace('T', ' ').replace('Z', '+00')}`,
      '--target-action=promote',
    )
    const restored = await startDatabase('copy')
    const seconds = (performance.now() - from) / 1_000
    const copy = await BuiltServer.start(urlOn(port), { ...settings, SEED: 'none' })
    servers.push(copy)
    const isReady = (await fetch(`${copy.url}/ops/ready`)).status === 200
    const entries = readFileSync(ledger, 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Entry)
    const before = entries.filter((one) => one.acknowledgedAt <= target.getTime())
    const after = entries.filter((one) => one.sentAt > target.getTime())
    const missing = rowsIn(before) - (await countRows(restored, before))
    const tooNew = await countRows(restored, after)
    step(`restored to ${target.toISOString()}; ready: ${isReady}`)
    step(`ledger: ${rowsIn(before)} rows acknowledged before, ${rowsIn(after)} sent after`)
    tell({ name: 'point in time: acknowledged rows missing', value: missing, unit: '', goal: '≤ 0' })
    tell({ name: 'point in time: rows sent later', value: tooNew, unit: '', goal: '≤ 0' })
    tell({ name: 'point in time: restored and promoted', value: seconds, unit: 's' })
    await restored.end()
    return missing === 0 && tooNew === 0 && isReady && before.length > 0 && after.length > 0
  } finally {
    for (const one of servers) await one.remove()
    await database?.stop()
    installed.remove()
    rmSync(join(ledger, '..'), { recursive: true, force: true })
  }
}
