import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reEvaluate } from '#server/evaluation/re-evaluate-due.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import { withContent } from '../../support/database-content.ts'
import { DEMO_NOW } from '../../support/demo-now.ts'
import { type PostgresServer, startPostgresServer } from '../../support/postgres-server.ts'
import { repositoryRoot as root } from '../../support/repository-root.ts'
import { silentLog as log } from '../../support/silent-log.ts'

let server: PostgresServer
let database: OpenDatabase
beforeAll(async () => {
  server = await startPostgresServer('volatile')
  await withContent('demo', server.url, () => Promise.resolve())
  database = await openDatabase(server.url, { log, root })
})
afterAll(async () => {
  await database.close()
  await server.stop()
})

test('an evaluation waits for the points of a batch before it locks the building’s state', async () => {
  const { rows } = await database.pool.query<{ id: string }>('select building_id as id from point order by id limit 1')
  const id = Number(rows[0]!.id)
  const evaluate = () => database.db.transaction((tx) => reEvaluate(tx, [id], DEMO_NOW))
  await evaluate()
  const batch = await database.pool.connect()
  await batch.query('begin')
  await batch.query('select 1 from point where building_id = $1 order by id desc limit 1 for no key update', [id])
  const evaluated = evaluate()
  await vi.waitFor(async () => {
    const waiting = await database.pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)
    expect(waiting.rowCount).toBe(1)
  }, 20_000)
  const held = await batch.query('select 1 from building_state where building_id = $1 for update nowait', [id])
  expect(held.rowCount).toBe(1)
  await batch.query('commit')
  batch.release()
  await evaluated
})
