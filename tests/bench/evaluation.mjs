#!/usr/bin/env node
/**
 * Compared with a bare update of the same points: `node tests/bench/evaluation.mjs [--copies 17]`.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { createServer } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const { values } = parseArgs({ options: { copies: { type: 'string', default: '1' } } })
const NOW = new Date('2026-03-23T10:15:00+08:00')
const ROUNDS = 50
const BATCH = 100

const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true },
  appType: 'custom',
})
const load = (path) => vite.ssrLoadModule(path)
const { openDatabase } = await load('/src/server/platform/db/open-db.ts')
const { seedDemoCity } = await load('/src/demo/seed/demo-city.ts')
const { evaluateBatch } = await load('/src/server/evaluation/evaluate-batch.ts')
const { reEvaluate, reEvaluateDue } = await load('/src/server/evaluation/re-evaluate-due.ts')

const log = { info() {}, warn() {}, error: console.error, debug() {} }
const { db, migrate, close } = await openDatabase('memory:', { root, log })
await migrate()
await seedDemoCity(db, { now: NOW, hashPassword: async () => 'x', scale: Number(values.copies) })
await db.execute(sql`analyze`)

async function median(rounds, work) {
  const times = []
  for (let i = 0; i < rounds; i++) {
    const from = performance.now()
    await work(i)
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)].toFixed(1)
}

const { rows: points } = await db.execute(sql`
  select p.id from point p where p.online and p.api_type = 6 and p.building_id <= 2010
  and not exists (select 1 from trouble t where t.point_id = p.id) order by p.building_id, p.id limit ${BATCH}`)
const pointIds = points.map(({ id }) => Number(id))
const arrival = { now: NOW, pointIds, eventPointIds: [], earliest: NOW }

const bare = await median(ROUNDS, () =>
  db.transaction((tx) =>
    tx.execute(sql`update point set received_at = received_at where id = any(${sql.param(pointIds)}::bigint[])`),
  ),
)
console.log(`bare update of ${pointIds.length} points            ${bare} ms`)
const steady = await median(ROUNDS, () => db.transaction((tx) => evaluateBatch(tx, arrival)))
console.log(`arrival of ${pointIds.length} points, nothing new      ${steady} ms`)
const [{ id: pump }] = (await db.execute(sql`select id from point where api_id = 15 and building_id = 2001 limit 1`))
  .rows
const toggled = await median(ROUNDS, (i) =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`update point set latest = jsonb_build_object('manualAutomaticState', ${(i + 1) % 2}::int) where id = ${pump}`,
    )
    await evaluateBatch(tx, { ...arrival, pointIds: [Number(pump)] })
  }),
)
console.log(`arrival that begins or ends a condition  ${toggled} ms`)
const whole = await median(ROUNDS, () => db.transaction((tx) => reEvaluate(tx, [2001], NOW)))
console.log(`one building worked out whole            ${whole} ms`)
await db.execute(sql`update building_state set due_at = 'epoch', checked_day = null`)
const from = performance.now()
const count = await reEvaluateDue(db, NOW)
const took = performance.now() - from
console.log(
  `${count} buildings worked out whole         ${took.toFixed(0)} ms, ${((1000 * took) / count).toFixed(0)} ms per 1,000`,
)
await close()
await vite.close()
process.exit(0)
