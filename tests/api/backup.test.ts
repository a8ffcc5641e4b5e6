import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openFileStore } from '#server/files/file-store.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { openObjectStorage, STORAGE_KEYS } from '#mocks/object-storage.ts'
import { deskOn } from '../support/admin-desk.ts'
import { openDemoDb, openTestDb } from '../support/open-test-db.ts'

const folder = mkdtempSync(join(tmpdir(), 'fire-backup-'))
const city = await openDemoDb()
const storage = await openObjectStorage()
afterAll(async () => {
  await city.close()
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const inBucket = () => openFileStore(storage.url, '/', STORAGE_KEYS)
const manifestOf = (place: string) => JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8')) as Manifest
const place = join(folder, 'one')

test(
  'a city is backed up whole, restored into an empty database, and is the same there by every sum',
  { timeout: 120_000 },
  async () => {
    const files = inBucket()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await files.put(`upload/${name}.txt`, Buffer.from(`${name}\n内容`))
    const backedUp = await deskOn(city, files)
    expect((await backedUp('backup', place)).at(-1)).toMatch(/^备份完成：\d{4,} 行，5 个文件/)

    const empty = await openTestDb()
    try {
      const restoredFiles = openFileStore(`file:${join(folder, 'files')}`, '/')
      const restored = await deskOn(empty, restoredFiles)
      expect((await restored('restore', place)).at(-1)).toMatch(/^恢复完成，校验一致：\d{4,} 行，5 个文件/)
      const again = join(folder, 'again')
      await restored('backup', again)
      const [first, second] = [manifestOf(place), manifestOf(again)]
      expect(second.tables).toEqual(first.tables)
      expect(second.sequences).toEqual(first.sequences)
      expect(second.files.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
        first.files.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      )
      expect(first.tables.find(({ name }) => name === 'reading')?.rows).toBeGreaterThan(0)
      const kept = await restoredFiles.open('upload/c.txt')
      expect(kept && String(await buffer(kept.stream))).toBe('c\n内容')

      // Its triggers work again, and numbers go on where they were.
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
  },
)

test('a backup into a folder that holds something is refused, and a folder that is no backup too', async () => {
  const desk = await deskOn(city)
  await expect(desk('backup', folder)).rejects.toThrow(/不是空的/)
  await expect(desk('restore', join(folder, 'nowhere'))).rejects.toThrow(/不是完整的备份/)
})

test('one letter changed in a backup, and nothing of it stands', { timeout: 60_000 }, async () => {
  const empty = await openTestDb()
  try {
    const told = manifestOf(place)
    const broken = {
      ...told,
      tables: told.tables.map((table) => (table.name === 'notice' ? { ...table, sum: '0'.repeat(64) } : table)),
    }
    const forged = join(place, 'manifest.json')
    const was = readFileSync(forged)
    writeFileSync(forged, JSON.stringify(broken))
    await expect((await deskOn(empty))('restore', place)).rejects.toThrow(/notice 与备份不符.*未恢复任何数据/)
    writeFileSync(forged, was)
    const { rows } = await empty.db.execute<{ n: string }>(sql`select count(*) as n from account`)
    expect(Number(rows[0]?.n)).toBe(0)
  } finally {
    await empty.close()
  }
})
