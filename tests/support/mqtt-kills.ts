import { setTimeout as later } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { toWireTime } from '#contract/time.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { openDatabase } from '#server/platform/db/open-db.ts'
import { buildPrograms, ChildProgram } from './child-program.ts'
import { withContent } from './database-content.ts'
import { startBroker } from './mqtt-broker.ts'
import { connectProvider } from './mqtt-provider.ts'
import { startPostgresServer } from './postgres-server.ts'
import { repositoryRoot as root } from './repository-root.ts'
import { silentLog as log } from './silent-log.ts'

const LANES = 4
const SECOND_MS = 1_000

export interface Kept {
  readonly sent: number
  readonly stored: number
  readonly missing: number
  readonly twice: number
  readonly kills: number
  readonly seconds: number
}

/** @param kills of each, platform and broker */
export async function sendThroughKills(readings: number, perBatch: number, kills: number): Promise<Kept> {
  const [postgres, broker] = [await startPostgresServer('volatile'), await startBroker()]
  const programs = await buildPrograms({ child: `${root}/tests/support/mqtt-child.ts` })
  await withContent('demo', postgres.url, () => Promise.resolve())
  const database = await openDatabase(postgres.url, { log, root })
  let child: ChildProgram | null = null
  const startChild = async () => {
    child = new ChildProgram(programs.file('child'), [postgres.url, broker.url])
    await child.hear()
  }
  try {
    const { rows: points } = await database.db.execute<{ id: string; projectId: string; pointNumber: string }>(sql`
      select p.id, b.open_project_id as "projectId", p.point_number as "pointNumber" from point p
      join building b on b.id = p.building_id where b.provider_id = ${FIRST_PROVIDER_ID} and p.api_id = 17
      order by p.id limit 200`)
    const from = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - readings * SECOND_MS
    const items = Array.from({ length: readings }, (_, i) => {
      const { projectId, pointNumber } = points[i % points.length]!
      return { projectId, pointNumber, time: toWireTime(new Date(from + i * SECOND_MS)), measures: { pressure: 0.4 } }
    })
    await startChild()
    const started = performance.now()
    const sender = await connectProvider(broker.url, demoKeysOf(FIRST_PROVIDER_ID), () => new Date())
    const batches = Array.from({ length: Math.ceil(readings / perBatch) }, (_, n) =>
      items.slice(n * perBatch, (n + 1) * perBatch),
    )
    let next = 0
    const progress = { answered: 0 }
    const lane = async () => {
      for (let batch = batches[next++]; batch; batch = batches[next++]) {
        for (;;) {
          const { code } = await sender.report('readings', { items: batch })
          if (code === 200) break
          await later(SECOND_MS)
        }
        progress.answered += 1
      }
    }
    const killer = async () => {
      for (let done = 0; done < 2 * kills; done++) {
        const until = Math.floor(((done + 1) * batches.length) / (2 * kills + 1))
        while (progress.answered < until) await later(5)
        if (done % 2 === 0) {
          await child?.kill()
          await later(300)
          await startChild()
        } else {
          await broker.kill()
          await later(300)
          await broker.start()
        }
      }
    }
    await Promise.all([killer(), ...Array.from({ length: LANES }, lane)])
    const seconds = (performance.now() - started) / SECOND_MS
    await sender.end()
    const { rows } = await database.db.execute<{ stored: number; distinct: number }>(sql`
      select count(*)::int as stored, count(distinct (point_id, at))::int as distinct from reading
      where at >= ${new Date(from).toISOString()} and at < ${new Date(from + readings * SECOND_MS).toISOString()}
        and point_id = any(${sql.param(points.map(({ id }) => Number(id)))}::bigint[]) and received_at >= ${new Date(Date.now() - seconds * SECOND_MS - 5_000).toISOString()}`)
    const { stored, distinct } = rows[0]!
    return { sent: readings, stored, missing: readings - distinct, twice: stored - distinct, kills: 2 * kills, seconds }
  } finally {
    await (child as ChildProgram | null)?.kill()
    await database.close()
    programs.remove()
    await broker.stop()
    await postgres.stop()
  }
}
