import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findCommand } from '#server/operations/find-command.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { backUp, readTable } from '#server/operations/backup/back-up.ts'
import { type Manifest, tableFile } from '#server/operations/backup/manifest.ts'
import { openObjectStorage, STORAGE_KEYS } from '#mocks/object-storage.ts'
import { applyMigrations, newestMigration, ownMigrations } from '#server/platform/db/migrate.ts'
import type { OpenDatabase } from '#server/platform/db/open-db.ts'
import { VERSION } from '#server/platform/version.ts'
import { deskOn } from '../support/admin-desk.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { openBareDb, openTestDb } from '../support/open-test-db.ts'
import { repositoryRoot } from '../support/repository-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'fire-backup-'))
const town = await openTestDb()
const storage = await openObjectStorage()
afterAll(async () => {
  await town.close()
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const AWKWARD = 'tab\there, line\nfeed, \\N, back\\slash, "quotes", {braces}, \u2028\u2029, 上海🚒'

beforeAll(async () => {
  const desk = await deskOn(town)
  await desk('create-organ', '总队', '--level', '1')
  await desk('create-account', 'zongdui', '--organ', '总队')
  const at = DEMO_NOW.toISOString()
  await town.db.execute(sql`
    insert into building (name, complex_name, province_no, city_no, county, street_no, area, floor_space, access_status,
      must_percent, open_project_id, app_key, created_at, modified_at)
    select ${AWKWARD} || i, '综合体', '310000', '310100', '310106', '310106011', 1000.1 + i, 100, 1, 50, 'OP' || i, md5(i::text), ${at}, ${at}
    from generate_series(1, 3) i`)
  await town.db.execute(sql`
    insert into point (building_id, device_no, point_number, device_name, device_type, system_id, api_id, api_type, online,
      reported_at, received_at, latest, created_at)
    select b.id, 'D' || p, 'P' || p, ${AWKWARD}, 40, 1, 1, 1, p % 2 = 0, ${at}, ${at}, jsonb_build_object('alarmStatus', p, 'note', ${AWKWARD}::text), ${at}
    from building b, generate_series(1, 10) p`)
  for (const parent of ['reading', 'device_event'])
    for (const month of ['2026-01-01', '2026-02-01', '2026-03-01'])
      await town.db.execute(sql`select ensure_month(${parent}, ${month}::date)`)
  await town.db.execute(sql`
    insert into reading (point_id, at, building_id, api_id, received_at, measures)
    select id, ${at}::timestamptz - d * interval '9 days' + interval '0.123456 s', building_id, api_id, ${at}, jsonb_build_object('value', random(), 'text', ${AWKWARD}::text)
    from point, generate_series(0, 8) d`)
  await town.db.execute(sql`
    insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, handled_by)
    select id, building_id, api_id, 'fire', ${at}::timestamptz - d * interval '20 days', ${at}, nullif(d, 1)::text
    from point, generate_series(0, 3) d`)
})

const inBucket = () => openFileStore(storage.url, '/', STORAGE_KEYS)
const manifestOf = (place: string) => JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8')) as Manifest
const place = join(folder, 'one')

test('a data set is backed up, restored into an empty database, and equal there by every checksum', async () => {
  const files = inBucket()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await files.put(`upload/${name}.txt`, Buffer.from(`${name}\n内容`))
  const backedUp = await deskOn(town, files)
  expect((await backedUp('backup', place)).at(-1)).toMatch(/^备份完成：\d{3,} 行，5 个文件/)

  const empty = await openTestDb()
  try {
    const restoredFiles = openFileStore(`file:${join(folder, 'files')}`, '/')
    const restored = await deskOn(empty, restoredFiles)
    expect((await restored('restore', place)).at(-1)).toMatch(/^恢复完成，校验一致：\d{3,} 行，5 个文件/)
    const again = join(folder, 'again')
    await restored('backup', again)
    const [first, second] = [manifestOf(place), manifestOf(again)]
    // Its own audit row and mark.
    const without = (of: Manifest) => ({
      tables: of.tables.filter(({ name }) => name !== 'audit' && name !== 'installation'),
      sequences: of.sequences.filter(({ name }) => name !== 'audit_id_seq'),
    })
    expect(without(second)).toEqual(without(first))
    const auditOf = (of: Manifest) => of.tables.find(({ name }) => name === 'audit')?.rows ?? 0
    expect(auditOf(second) - auditOf(first)).toBe(1)
    expect(second.files.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
      first.files.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    )
    expect(first.tables.find(({ name }) => name === 'reading')?.rows).toBe(270)
    const kept = await restoredFiles.open('upload/c.txt')
    expect(kept && String(await buffer(kept.stream))).toBe('c\n内容')

    await expect(empty.db.execute(sql`truncate audit`)).rejects.toThrow(/truncate audit/)
    const { rows } = await empty.db.execute<{ id: string }>(
      sql`insert into organ (name, level) values ('新设机构', 2) returning id`,
    )
    const before = first.sequences.find(({ name }) => name === 'organ_id_seq')
    expect(Number(rows[0]?.id)).toBeGreaterThan(Number(before?.last))

    await expect(restored('restore', place)).rejects.toThrow(/数据库不是空的/)
  } finally {
    await empty.close()
  }
})

test('a backup into a non-empty folder is rejected, and so is a restore from a folder without a backup', async () => {
  const desk = await deskOn(town)
  await expect(desk('backup', folder)).rejects.toThrow(/不是空的/)
  await expect(desk('restore', join(folder, 'nowhere'))).rejects.toThrow(/不是完整的备份/)
})

test('a backup with one changed character is not restored at all', async () => {
  const empty = await openTestDb()
  try {
    const told = manifestOf(place)
    const broken = {
      ...told,
      tables: told.tables.map((table) => (table.name === 'reading' ? { ...table, sum: '0'.repeat(64) } : table)),
    }
    const forged = join(place, 'manifest.json')
    const was = readFileSync(forged)
    writeFileSync(forged, JSON.stringify(broken))
    await expect((await deskOn(empty))('restore', place)).rejects.toThrow(
      /reading 与备份不符：.*内容不同；未恢复任何数据/,
    )
    writeFileSync(forged, was.subarray(0, 500))
    await expect((await deskOn(empty))('restore', place)).rejects.toThrow(/^manifest\.json 的内容无法识别$/)
    writeFileSync(forged, was)
    const { rows } = await empty.db.execute<{ n: string }>(sql`select count(*) as n from account`)
    expect(Number(rows[0]?.n)).toBe(0)
  } finally {
    await empty.close()
  }
})

test.each<[harm: string, said: RegExp, file: string, harmed: (bytes: Buffer) => Buffer | null]>([
  [
    'a table’s file torn',
    /tables\/point\.copy\.gz 缺失或不完整；未恢复任何数据/,
    'tables/point.copy.gz',
    (b) => b.subarray(0, 200),
  ],
  ['a table’s file gone', /tables\/point\.copy\.gz 缺失或不完整；未恢复任何数据/, 'tables/point.copy.gz', () => null],
  ['a file gone', /备份中缺少文件 upload\/e\.txt/, 'files/upload/e.txt', () => null],
  ['a file changed', /文件 upload\/e\.txt 与备份时不同/, 'files/upload/e.txt', (b) => Buffer.concat([b, b])],
])('%s: the restore gives the reason and leaves neither a row nor a file', async (_, said, file, harmed) => {
  const empty = await openTestDb()
  const harmedFile = join(place, file)
  const was = readFileSync(harmedFile)
  try {
    const bytes = harmed(was)
    if (bytes) writeFileSync(harmedFile, bytes)
    else rmSync(harmedFile)
    const files = openFileStore('memory:', '/')
    await expect((await deskOn(empty, files))('restore', place)).rejects.toThrow(said)
    const put: string[] = []
    for await (const { key } of files.list()) put.push(key)
    expect(put).toEqual([])
    const { rows } = await empty.db.execute<{ n: string }>(sql`select count(*) as n from account`)
    expect(Number(rows[0]?.n)).toBe(0)
  } finally {
    writeFileSync(harmedFile, was)
    await empty.close()
  }
})

test('a backup that fails leaves the folder empty for the next one', async () => {
  const files = openFileStore('memory:', '/')
  await files.put('upload/a.txt', Buffer.from('a'))
  const broken = { ...files, open: () => Promise.reject(new Error('the bucket is gone')) }
  const at = join(folder, 'failed')
  await expect((await deskOn(town, broken))('backup', at)).rejects.toThrow('the bucket is gone')
  expect(readdirSync(at)).toEqual([])
  expect((await (await deskOn(town, files))('backup', at)).at(-1)).toMatch(/^备份完成：\d{3,} 行，1 个文件/)
})

test('a disk that fills up during a table is reported at once, and the folder is empty again', async () => {
  const at = join(folder, 'full')
  const hinder = () => mkdirSync(join(at, tableFile('reading')), { recursive: true })
  const needs = { database: town, files: openFileStore('memory:', '/'), now: () => DEMO_NOW, say: hinder }
  await expect(backUp(needs, at)).rejects.toThrow(/EISDIR/)
  expect(readdirSync(at)).toEqual([])
})

test('a table file that cannot be written further leaves the database connection usable', async () => {
  const { client, end } = await town.connectLong()
  try {
    await client.query(
      `create temporary table many as select repeat('x', 200) as words from generate_series(1, 100000)`,
    )
    let written = 0
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(++written < 3 ? null : new Error('no space left')),
    })
    const many = { name: 'many', columns: [{ name: 'words', type: 'text' }] }
    await expect(readTable(client, many, [full])).rejects.toThrow('no space left')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await end()
  }
})

test('a file deleted after the snapshot is carried all the same: a row names it', async () => {
  const stored = openFileStore('memory:', '/')
  await stored.put('plans/former', Buffer.from('a'))
  let isTaken = false
  const files = {
    ...stored,
    async *list() {
      if (isTaken) {
        await stored.put('plans/next', Buffer.from('b'))
        await stored.remove('plans/former')
      }
      yield* stored.list()
    },
  }
  const say = (line: string) => void (isTaken ||= line.startsWith('building：'))
  const made = await backUp({ database: town, files, now: () => DEMO_NOW, say }, join(folder, 'replaced'))
  expect(made.files.map(({ key }) => key)).toEqual(['plans/former', 'plans/next'])
})

test('foreign files in the store are left out and reported', async () => {
  const at = join(folder, 'littered')
  const files = openFileStore(`file:${at}`, '/')
  await files.put('upload/a.txt', Buffer.from('a'))
  writeFileSync(join(at, 'upload', '.DS_Store'), '')
  mkdirSync(join(at, 'lost+found'))
  writeFileSync(join(at, 'lost+found', '#1'), '')
  const said = await (await deskOn(town, files))('backup', join(folder, 'of-littered'))
  expect(said.filter((line) => line.startsWith('跳过')).toSorted()).toEqual([
    '跳过不是本平台保存的文件：lost+found/#1',
    '跳过不是本平台保存的文件：upload/.DS_Store',
  ])
  expect(manifestOf(join(folder, 'of-littered')).files.map(({ key }) => key)).toEqual(['upload/a.txt'])
})

test('a database of an earlier version is backed up as it is, and one without tables is rejected with the reason', async () => {
  const former = await openTestDb()
  try {
    const desk = await deskOn(former)
    expect(['backup', 'restore'].map((name) => findCommand([name]).command.leavesVersion)).toEqual([true, true])
    const newest = sql`(select max(created_at) from drizzle.__drizzle_migrations)`
    await former.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${newest}`)
    await desk('backup', join(folder, 'former'))
    expect(manifestOf(join(folder, 'former')).migration).toBeLessThan(manifestOf(place).migration)
    await former.db.execute(sql`drop schema drizzle cascade`)
    await expect(desk('backup', join(folder, 'none'))).rejects.toThrow(/数据库中没有数据表/)
    expect(readdirSync(join(folder, 'none'))).toEqual([])
  } finally {
    await former.close()
  }
})

describe('a backup', () => {
  const opened: OpenDatabase[] = []
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })
  const open = async (make: () => Promise<OpenDatabase>) => {
    const database = await make()
    opened.push(database)
    return database
  }
  const migrations = ownMigrations(repositoryRoot)
  const [former = 0, newest = 0] = migrations.slice(-2)
  /** Each must be backed up before an upgrade. */
  const earlier = migrations.slice(-8, -1)

  async function formerTown(migration = former) {
    const database = await open(openBareDb)
    const { client, end } = await database.connectLong()
    await applyMigrations(client, repositoryRoot, migration)
    await client.query(`insert into organ (name, level) values ('旧总队', 1)`)
    await end()
    return database
  }
  const stateOf = async (database: OpenDatabase) => {
    const { rows } = await database.db.execute<{ name: string }>(sql`select name from organ`)
    return [await newestMigration(database.pool), rows.map(({ name }) => name)]
  }

  test('of an earlier version is restored by the program of that version and then migrated', async () => {
    const at = join(folder, 'of-former')
    await (
      await deskOn(await formerTown())
    )('backup', at)
    expect(manifestOf(at)).toMatchObject({ migration: former, version: VERSION })
    const empty = await open(openBareDb)
    await (
      await deskOn(empty)
    )('restore', at)
    expect(await stateOf(empty)).toEqual([newest, ['旧总队']])
  })

  test('can be made of the databases of all recent versions', async () => {
    const made: number[] = []
    for (const migration of earlier) {
      const at = join(folder, `of-${migration}`)
      await (
        await deskOn(await formerTown(migration))
      )('backup', at)
      made.push(manifestOf(at).migration)
    }
    expect(made).toEqual(earlier)
  }, 180_000)

  test('of an earlier version is not restored over tables of a newer one', async () => {
    const at = join(folder, 'of-former-2')
    await (
      await deskOn(await formerTown())
    )('backup', at)
    const migrated = await open(openTestDb)
    await expect((await deskOn(migrated))('restore', at)).rejects.toThrow(/请恢复到从未启动过服务的空数据库/)
    expect(await stateOf(migrated)).toEqual([newest, []])
  })

  test('cannot be made of a database that a newer version has migrated', async () => {
    const ahead = await open(openTestDb)
    await ahead.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', ${newest + 1})`,
    )
    const at = join(folder, 'of-tomorrow')
    await expect((await deskOn(ahead))('backup', at)).rejects.toThrow(
      /数据库已由更新的版本升级，.*请用升级它的版本备份/,
    )
    expect(readdirSync(at)).toEqual([])
  })

  test('of another version is rejected with the name of that version', async () => {
    const at = join(folder, 'foreign')
    await (
      await deskOn(await formerTown())
    )('backup', at)
    const told = { ...manifestOf(at), migration: newest + 1, version: '9.9.9+0123456789ab' }
    writeFileSync(join(at, 'manifest.json'), JSON.stringify(told))
    const empty = await open(openBareDb)
    await expect((await deskOn(empty))('restore', at)).rejects.toThrow(
      /备份由其他版本（9\.9\.9\+0123456789ab）制作，本程序（unbuilt）不能恢复/,
    )
    expect(await newestMigration(empty.pool)).toBe(0)
  })
})
