import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { building } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { signRequest } from '#demo/simulator/signed-client.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import { BuiltServer } from '../support/built-server.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog } from '../support/silent-log.ts'
import { codeOf, signInAt, trySignIn } from './support/hardship-calls.ts'
import { type Answer, ask, send } from './support/person.ts'
import { tell } from './support/tell.ts'

const HOUR_MS = 3_600_000
/** From the true time. */
const STEPS = [0, 2, -2, 0].map((hours) => hours * HOUR_MS)
const TURN_MS = 150_000
const WRONG = 10

interface Target {
  readonly provider_id: string
  readonly open_project_id: string
  readonly point_number: string
}

/** `apt-get install faketime`; its offset is in a file. */
function fakedClock() {
  const libraries = readdirSync('/usr/lib', { withFileTypes: true }).map(
    ({ name }) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`,
  )
  const library = libraries.find((path) => existsSync(path))
  if (!library) throw new Error('libfaketime is not here: apt-get install faketime')
  const place = mkdtempSync(join(tmpdir(), 'fire-clock-'))
  const file = join(place, 'offset')
  const set = (ms: number) => writeFileSync(file, `${ms < 0 ? '-' : '+'}${Math.abs(ms) / 1000}`)
  set(0)
  return {
    set,
    // A set clock does not change them.
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  }
}

async function turnsOf(server: BuiltServer): Promise<Map<string, number>> {
  const text = await (await fetch(`${server.url}/ops/metrics`)).text()
  const lines = [...text.matchAll(/^fire_job_turns_total\{task="(\w+)",result="(\w+)"\} (\d+)$/gm)]
  return new Map(lines.map(([, task, result, n]) => [`${task} ${result}`, Number(n)]))
}

async function inDatabase<T>(url: string, work: (opened: OpenDatabase) => Promise<T>): Promise<T> {
  const opened = await openDatabase(url, { log: silentLog, root })
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

const targetOf = ({ pool }: OpenDatabase) =>
  pool.query<Target>(`select b.provider_id, b.open_project_id, p.point_number from point p join building b on b.id = p.building_id
    join provider v on v.id = b.provider_id where v.status = 1 and p.api_type >= 5 limit 1`)

const keptOf = ({ pool }: OpenDatabase, sequences: readonly number[]) =>
  pool.query<{ n: string; twice: string }>(
    `select count(distinct sequence) as n, count(*) - count(distinct sequence) as twice from reading where sequence = any($1)`,
    [sequences],
  )

/**
 * Forward and back by hours. @returns whether sessions, sign-in, reports and jobs worked
 */
async function stepsOn(where: string, url: string): Promise<boolean> {
  const clock = fakedClock()
  const server = await BuiltServer.start(url)
  const wrong: string[] = []
  try {
    await server.stop()
    const target = (await inDatabase(url, targetOf)).rows[0]
    if (!target) throw new Error('no point of a provider that passed')
    await server.restart(clock.settings)
    const token = await signInAt(server, 'unit01')
    let sequence = 1_000_000
    const acknowledged: number[] = []
    const report = async (at: Date): Promise<Answer> => {
      const mine = ++sequence
      const item = {
        projectId: target.open_project_id,
        pointNumber: target.point_number,
        time: toWireTime(at),
        sequence: mine,
        measures: { signals: mine },
      }
      const { method, path, headers, body } = signRequest(demoKeysOf(Number(target.provider_id)), at, {
        method: 'POST',
        path: ingest.readings.path,
        body: JSON.stringify({ items: [item] }),
      })
      const answer = await send(`${server.url}${path}`, { method, headers, body })
      const taken = answer.body?.data as unknown as { accepted: number; duplicate: number } | null
      if (taken && taken.accepted + taken.duplicate === 1) acknowledged.push(mine)
      return answer
    }
    let longest = 0
    for (const offset of STEPS) {
      clock.set(offset)
      const what = `${where}, clock at ${offset / HOUR_MS} h`
      const expect = (name: string, answer: Answer, code: number) => {
        if (codeOf(answer) === code) return
        wrong.push(`${what}: ${name} ${answer.status} ${answer.body?.code} ${answer.body?.message}`)
      }
      const before = await turnsOf(server)
      const since = performance.now()
      expect('a list in the old session', await ask(server.url, building.list, {}, { 'x-auth-token': token }), 200)
      // Guesses of another hour lock no account.
      expect('sign-in', await trySignIn(server, 'unit02'), 200)
      for (let n = 0; n < WRONG; n += 1) await trySignIn(server, 'unit02', 'Wrong@119')
      expect('sign-in after ten wrong passwords', await trySignIn(server, 'unit02'), 429)
      expect('a report signed by the same clock', await report(new Date(Date.now() + offset)), 200)
      const other = await report(new Date(Date.now() + (offset === 0 ? 2 * HOUR_MS : 0)))
      expect('a report signed hours apart', other, 401)
      if (offset === 0) console.log(`${what}: a report signed hours apart: ${other.body?.code} ${other.body?.message}`)
      const isTurned = async () => {
        const now = await turnsOf(server)
        return ['evaluate', 'offline', 'tallies', 'devices'].every(
          (job) => (now.get(`${job} done`) ?? 0) > (before.get(`${job} done`) ?? 0),
        )
      }
      while (!(await isTurned()) && performance.now() - since < TURN_MS) await later(500)
      const took = performance.now() - since
      longest = Math.max(longest, took)
      if (took >= TURN_MS) wrong.push(`${what}: a job of each minute has not turned in ${TURN_MS / 1000} s`)
      for (const [turn] of await turnsOf(server)) if (turn.endsWith(' failed')) wrong.push(`${what}: ${turn}`)
      console.log(`${what}: each minute's jobs turned within ${Math.round(took / 1000)} s`)
    }
    const odd = server.said.filter((line) => line.includes('"level":50'))
    await server.stop()
    const { rows } = await inDatabase(url, (opened) => keptOf(opened, acknowledged))
    const missing = acknowledged.length - Number(rows[0]?.n)
    tell({ name: 'clock steps: longest until jobs turned', where, value: longest / 1000, unit: 's' })
    tell({
      name: `clock steps: of ${acknowledged.length} reports acknowledged missing`,
      where,
      value: missing,
      unit: '',
      goal: '≤ 0',
    })
    for (const line of [...wrong, ...odd.slice(0, 5)]) console.log(`  ${line}`)
    return wrong.length === 0 && odd.length === 0 && missing === 0 && Number(rows[0]?.twice) === 0
  } finally {
    await server.remove()
    clock.remove()
  }
}

export async function clockSteps(): Promise<boolean> {
  const postgres = await startPostgresServer()
  try {
    return await stepsOn('PostgreSQL', postgres.url)
  } finally {
    await postgres.stop()
  }
}

export async function embeddedClockSteps(): Promise<boolean> {
  const place = mkdtempSync(join(tmpdir(), 'fire-clock-db-'))
  try {
    return await stepsOn('PGlite', `file:${join(place, 'db')}`)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
