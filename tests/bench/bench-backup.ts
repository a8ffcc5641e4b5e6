import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { backUp } from '#server/operations/backup/back-up.ts'
import { restore } from '#server/operations/backup/restore.ts'
import { openDatabase } from '#server/platform/db/open-db.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { databaseUrl, onServer } from '../support/database-template.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { silentLog as log } from '../support/silent-log.ts'
import { makeLargeCity } from './support/large-city.ts'

const BUILDINGS = Number(process.env.BENCH_BUILDINGS ?? 10_000)
const POINTS = 100
const DAYS = 60
const GOAL_SEC = 15 * 60
const NOW = new Date('2026-03-23T10:15:00+08:00')

async function timed<T>(what: string, work: () => Promise<T>): Promise<[T, number]> {
  const since = performance.now()
  const done = await work()
  const seconds = (performance.now() - since) / 1000
  console.log(`${what}: ${seconds.toFixed(1)} s (load ${loadavg()[0]?.toFixed(1)}, ${cpus().length} cores)`)
  return [done, seconds]
}

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

/** @returns within the goal, sums equal */
export async function benchBackup(): Promise<boolean> {
  const server = await startPostgresServer()
  const folder = mkdtempSync(join(tmpdir(), 'fire-bench-backup-'))
  const now = () => NOW
  const files = openFileStore('memory:', '/')
  const say = () => undefined
  try {
    await onServer(server.url, ['create database city', 'create database empty'])
    const city = await openDatabase(databaseUrl(server.url, 'city'), { log, root })
    await city.migrate()
    await timed(`a city of ${BUILDINGS * POINTS} points is made`, async () => {
      const client = new Client({ connectionString: databaseUrl(server.url, 'city') })
      await client.connect()
      await makeLargeCity(drizzle(client), NOW, { buildings: BUILDINGS, points: POINTS, days: DAYS })
      await client.end()
    })
    const [first, backup] = await timed('backup', () => backUp({ database: city, files, now, say }, join(folder, 'a')))
    await city.close()
    const rows = first.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${rows} rows, ${(sizeOf(folder) / 1e6).toFixed(0)} MB packed`)
    const empty = await openDatabase(databaseUrl(server.url, 'empty'), { log, root })
    await empty.migrate()
    const [, restoring] = await timed('restore, sums included', () =>
      restore({ database: empty, files, say }, join(folder, 'a')),
    )
    const [second] = await timed('backup of what was restored', () =>
      backUp({ database: empty, files, now, say }, join(folder, 'b')),
    )
    await empty.close()
    const isEqual = isDeepStrictEqual(second.tables, first.tables)
    const total = backup + restoring
    console.log(`sums ${isEqual ? 'equal' : 'DIFFER'}; backup and restore ${total.toFixed(0)} s, goal ${GOAL_SEC} s`)
    console.log(`memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`)
    return isEqual && total < GOAL_SEC
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}
