import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { codeOf, signInAt, store } from './support/hardship-calls.ts'
import { tell } from './support/tell.ts'

const DAY_MS = 86_400_000
const UPLOADS = 12
const LATE_UPLOADS = 6
/** A job is looked at every minute. */
const SWEPT_WITHIN_MS = 180_000

interface Side {
  readonly server: BuiltServer
  readonly client: Client
}

async function upload(server: BuiltServer, count: number, label: string): Promise<void> {
  const token = await signInAt(server, 'unit01')
  for (let n = 0; n < count; n += 1) {
    const answer = await store(server, token, 1_000, `${label} ${n}`)
    if (codeOf(answer) !== 200) throw new Error(`${label} ${n} was refused: ${answer.body?.message}`)
  }
}

async function lostFiles({ client }: Side, files: string, copies = ''): Promise<{ rows: number; lost: number }> {
  const { rows } = await client.query<{ file_key: string; sha256: string }>('select file_key, sha256 from upload')
  const found = await Promise.all(
    rows.map(async ({ file_key: key, sha256 }) => {
      const own = await readFile(join(files, copies, key)).catch(() => null)
      const bytes = own ?? (await readFile(join(files, key)).catch(() => null))
      return bytes !== null && createHash('sha256').update(bytes).digest('hex') === sha256
    }),
  )
  return { rows: rows.length, lost: found.filter((isThere) => !isThere).length }
}

function age(files: string): void {
  const then = new Date(Date.now() - 10 * DAY_MS)
  for (const entry of readdirSync(files, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), then, then)
}

const turnsOf = async (server: BuiltServer, job: string) => {
  const text = await (await fetch(`${server.url}/ops/metrics`)).text()
  return Number(new RegExp(`fire_job_turns_total\\{task="${job}",result="done"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

async function sweepOn({ server, client }: Side): Promise<boolean> {
  const jobs = ['sweep', 'strays']
  const before = await Promise.all(jobs.map((job) => turnsOf(server, job)))
  await client.query(`delete from job_turn where job = any($1)`, [jobs])
  const from = performance.now()
  while (performance.now() - from < SWEPT_WITHIN_MS) {
    const now = await Promise.all(jobs.map((job) => turnsOf(server, job)))
    if (now.every((turns, at) => turns > (before[at] ?? 0))) return true
    await later(1_000)
  }
  return false
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** The same `FILES_URL`; both sweep. @returns neither lost a file */
export async function restoreDrill(): Promise<boolean> {
  const files = await mkdtemp(join(tmpdir(), 'fire-drill-files-'))
  const backup = join(await mkdtemp(join(tmpdir(), 'fire-drill-')), 'backup')
  const postgres = await startPostgresServer()
  const settings = { FILES_URL: `file:${files}`, SECRET_KEY: randomBytes(32).toString('hex'), SEED: 'none' }
  const servers: BuiltServer[] = []
  const step = (text: string) => console.log(`- ${text}`)
  try {
    const production = await BuiltServer.start(postgres.url, { ...settings, SEED: 'demo' })
    servers.push(production)
    const own: Side = { server: production, client: await connect(postgres.url) }
    await upload(production, UPLOADS, 'early')
    step(`production runs on PostgreSQL, ${UPLOADS} files uploaded`)
    const saved = await production.run('admin', 'backup', backup)
    if (saved.code !== 0) throw new Error(saved.said)
    step(`admin backup while it runs: ${saved.said.trim().split('\n').at(-1)}`)
    await upload(production, LATE_UPLOADS, 'late')
    step(`${LATE_UPLOADS} more files uploaded, which the backup does not know`)
    await own.client.query('create database drill')
    const url = postgres.url.replace(/[^/]+$/, 'drill')
    const copy = await BuiltServer.start(url, settings).catch((error: unknown) => error)
    if (copy instanceof BuiltServer) {
      servers.push(copy)
      await copy.stop()
    } else throw copy
    const client = await connect(url)
    await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    const restored = await copy.run('admin', 'restore', backup)
    if (restored.code !== 0) throw new Error(restored.said)
    step(`admin restore into another database, same FILES_URL: ${restored.said.trim().split('\n').slice(-2).join(' ')}`)
    await copy.start()
    const drill: Side = { server: copy, client }
    await upload(copy, 2, 'drill')
    step('a server started on the copy, two files uploaded there')
    age(files)
    step('all stored files made ten days old')
    const swept = [await sweepOn(drill), await sweepOn(own), await sweepOn(drill)]
    step(`sweeps on copy, production, copy: ${swept.map((done) => (done ? 'done' : 'NOT DONE')).join(', ')}`)
    const id = (await client.query<{ id: string }>('select id from installation')).rows[0]?.id ?? ''
    const [mine, theirs] = [await lostFiles(own, files), await lostFiles(drill, files, `copies/${id}`)]
    tell({ name: `restore drill: of production's ${mine.rows} files lost`, value: mine.lost, unit: '', goal: '≤ 0' })
    tell({ name: `restore drill: of the copy's ${theirs.rows} files lost`, value: theirs.lost, unit: '', goal: '≤ 0' })
    await own.client.end()
    await client.end()
    return mine.lost === 0 && theirs.lost === 0 && mine.rows > 0 && theirs.rows > 0 && swept.every(Boolean)
  } finally {
    for (const server of servers) await server.remove()
    await postgres.stop()
    await rm(files, { recursive: true, force: true })
    await rm(join(backup, '..'), { recursive: true, force: true })
  }
}
