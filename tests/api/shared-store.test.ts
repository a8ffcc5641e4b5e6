import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { ensureInstallation, readInstallation, renewInstallation } from '#server/operations/installation.store.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { FileStore } from '#server/platform/files/file-key.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { moveCopies, OWNER_FILE, ownedFiles, writeStoreOwner } from '#server/platform/files/owned-files.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { removeOrphanFiles } from '#server/operations/remove-orphan-files.ts'
import { sweep } from '#server/operations/sweep.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { createOwnerCheck } from '#server/operations/watch.ts'
import { deskOn } from '../support/admin-desk.ts'
import { SECRETS } from '../support/database-content.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { withRollback } from '../support/with-rollback.ts'

const folder = mkdtempSync(join(tmpdir(), 'fire-shared-'))
const [first, second] = [await openTestDb(), await openTestDb()]
afterAll(async () => {
  await first.close()
  await second.close()
  rmSync(folder, { recursive: true, force: true })
})

const DAY = 86_400_000
const log = pino({ level: 'silent' })

async function installationOn(db: Db, stored: FileStore, clock: { at: number }) {
  const files = ownedFiles(stored, await readInstallation(db), () => readInstallation(db))
  const now = () => new Date(clock.at)
  const settings = { retentionMonths: 36, auditDays: 1095 }
  const deps = {
    db,
    now,
    databaseTime: async () => now(),
    log,
    files,
    limits: createLimits(db),
    secrets: SECRETS,
    settings,
  }
  return { files, deps: deps as unknown as Deps }
}

async function addAccount(db: Db): Promise<void> {
  await db.execute(sql`insert into organ (id, name, level) values (1, '总队', 1)`)
  await db.execute(sql`
    insert into account (id, account, name, role, organ_id, password_hash, created_at)
    values (1, 'zongdui', '总队', 'government', 1, '', now())`)
}

async function upload(db: Db, files: FileStore, token: string, at: number): Promise<void> {
  await files.put(`uploads/${token}`, Buffer.from(`content of ${token}`))
  const stamp = new Date(at).toISOString()
  await db.execute(sql`
    insert into upload (token, account_id, file_key, file_name, content_type, size, sha256, created_at, stored_at)
    values (${token}, 1, ${`uploads/${token}`}, 'a.jpg', 'image/jpeg', 1, '', ${stamp}, ${stamp})`)
}

const read = async (files: FileStore, key: string) => {
  const found = await files.open(key)
  return found ? text(found.stream) : null
}

async function lostOf(db: Db, files: FileStore): Promise<string[]> {
  const { rows } = await db.execute<{ token: string; file_key: string }>(sql`select token, file_key from upload`)
  const lost: string[] = []
  for (const { token, file_key: key } of rows) if ((await read(files, key)) !== `content of ${token}`) lost.push(key)
  return lost
}

const steps = fc.array(
  fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    does: fc.constantFrom('upload' as const, 'stray' as const, 'sweep' as const, 'strays' as const, 'check' as const),
    days: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 5, maxLength: 30 },
)

const relation = fc.constantFrom('another installation', 'a restored copy', 'took the store over')

test('two databases on one store: cleaning up by either removes no file with a row in either', async () => {
  const totals = { runs: 0, removedByOwner: 0 }
  await fc.assert(
    fc.asyncProperty(steps, relation, (history, how) =>
      withRollback(first.db, (one) =>
        withRollback(second.db, async (other) => {
          const clock = { at: DEMO_NOW.getTime() }
          const stored = openFileStore('memory:', '/', undefined, () => new Date(clock.at))
          const removed: string[] = []
          const watched = { ...stored, remove: async (key: string) => (removed.push(key), stored.remove(key)) }
          await addAccount(one)
          await addAccount(other)
          await ensureInstallation(one, 'first')
          await ensureInstallation(other, how === 'a restored copy' ? 'first' : 'second')
          if (how === 'a restored copy') await other.execute(sql`update installation set restored_at = now()`)
          const sides = [
            await installationOn(one, watched, clock),
            await installationOn(other, watched, clock),
          ] as const
          await sides[0].files.claimUnmarked()
          if (how === 'took the store over') await writeStoreOwner(stored, 'second')
          const owner = how === 'took the store over' ? 1 : 0
          // As after a restore.
          await upload(one, sides[0].files, 'of-both', clock.at + 100 * 365 * DAY)
          await sides[0].files.put('uploads/of-both', Buffer.from('content of of-both'))
          await upload(other, sides[1].files, 'of-both', clock.at + 100 * 365 * DAY)

          for (const [n, { who, does, days }] of history.entries()) {
            clock.at += days * DAY
            const { files, deps } = sides[who]
            const db = who === 0 ? one : other
            removed.length = 0
            if (does === 'upload') await upload(db, files, `${who}-${n}`, clock.at)
            if (does === 'stray') await files.put(`uploads/stray-${who}-${n}`, Buffer.from('x'))
            if (does === 'sweep') await sweep(deps)
            if (does === 'strays') await removeOrphanFiles(deps)
            if (does === 'check') await files.claimUnmarked()
            const ofOthers = removed.filter((key) => !key.startsWith('copies/'))
            expect(who === owner ? [] : ofOthers).toEqual([])
            totals.removedByOwner += ofOthers.length
            expect([await lostOf(one, sides[0].files), await lostOf(other, sides[1].files)]).toEqual([[], []])
          }
          totals.runs += 1
        }),
      ),
    ),
    { numRuns: 60 },
  )
  expect(totals.removedByOwner).toBeGreaterThan(0)
  console.log(
    `${totals.runs} histories of two databases on one store: 0 files lost; the owner removed ${totals.removedByOwner}`,
  )
}, 240_000)

describe('a restored copy that shares production’s file store', () => {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })

  /** And a restored copy on its store. */
  async function drill() {
    const clock = { at: DEMO_NOW.getTime() }
    const [production, copy] = [await openTestDb(), await openTestDb()]
    opened.push(production, copy)
    const stored = openFileStore('memory:', '/', undefined, () => new Date(clock.at))
    await addAccount(production.db)
    await ensureInstallation(production.db, 'production')
    const own = await installationOn(production.db, stored, clock)
    await own.files.claimUnmarked()
    const forever = clock.at + 100 * 365 * DAY
    await upload(production.db, own.files, 'early', forever)
    const place = join(folder, `drill-${opened.length}-${Math.round(performance.now())}`)
    await (
      await deskOn(production, stored)
    )('backup', place)
    await upload(production.db, own.files, 'late', forever)
    const desk = await deskOn(copy, stored)
    const said = await desk('restore', place)
    const other = await installationOn(copy.db, stored, clock)
    clock.at += 30 * DAY
    return { production, copy, stored, own, other, desk, said }
  }

  test('removes nothing, writes to its own folder, and reports this', async () => {
    const { production, copy, stored, own, other, said } = await drill()
    expect(said.join()).toContain('这是一份副本')
    const logged: string[] = []
    const shown: boolean[] = []
    const metrics = { ...NO_METRICS, filesOwned: (isOwn: boolean) => void shown.push(isOwn) }
    const deps = {
      log: pino({ base: null }, { write: (line: string) => void logged.push(line) }),
      operations: { ...NOOP_OPERATIONS, metrics },
    }
    await createOwnerCheck(deps, other.files)()
    expect([logged.length, logged[0], shown]).toEqual([1, expect.stringContaining('"ownership":"other"'), [false]])
    const silent = ownedFiles({ ...stored, open: () => Promise.reject(new Error('no store')) }, null)
    await expect(createOwnerCheck(deps, silent)()).rejects.toThrow('no store')
    expect(shown).toEqual([false, false])
    const lost = ownedFiles(stored, null, () => Promise.reject(new Error('no database')))
    await expect(createOwnerCheck(deps, lost)()).rejects.toThrow('no database')
    expect(shown).toEqual([false, false])
    expect(await removeOrphanFiles(other.deps)).toBe(0)
    await sweep(other.deps)
    await other.files.remove('uploads/late')
    await upload(copy.db, other.files, 'of-the-drill', DEMO_NOW.getTime() + 100 * 365 * DAY)
    expect([await lostOf(production.db, own.files), await lostOf(copy.db, other.files)]).toEqual([[], []])
    // The owner's clean-up keeps the copy's files, too.
    await removeOrphanFiles(own.deps)
    expect(await lostOf(copy.db, other.files)).toEqual([])
    expect(await read(stored, OWNER_FILE)).toBe('production')
  })

  test('becomes the owner by a command with the former owner’s name, and production then removes nothing', async () => {
    const { production, copy, stored, own, other, desk } = await drill()
    await upload(copy.db, other.files, 'of-the-copy', DEMO_NOW.getTime() + 100 * 365 * DAY)
    await expect(desk('claim-files')).rejects.toThrow(/属于安装 production，本数据库是它的副本.*--from production/)
    await expect(desk('claim-files', '--from', 'another')).rejects.toThrow(/属于安装 production/)
    expect(await read(stored, OWNER_FILE)).toBe('production')
    const said = await desk('claim-files', '--from', 'production')
    const renewed = await readInstallation(copy.db)
    expect(renewed).toMatchObject({ id: expect.not.stringMatching('production'), restoredAt: null })
    expect(said.at(-1)).toBe(`文件存储现属于本数据库（安装编号 ${renewed?.id}），移动了 1 个文件`)
    expect([await other.files.isOwn(), await own.files.isOwn()]).toEqual([true, false])
    expect(await removeOrphanFiles(own.deps)).toBe(0)
    expect([await lostOf(production.db, own.files), await lostOf(copy.db, other.files)]).toEqual([[], []])
    await expect(desk('claim-files')).rejects.toThrow(/已属于本数据库/)
  })

  test('keeps its files in reach when moving them is interrupted, and moves the rest at the next command', async () => {
    const { copy, stored, other } = await drill()
    const forever = DEMO_NOW.getTime() + 100 * 365 * DAY
    for (const token of ['one', 'two']) await upload(copy.db, other.files, token, forever)
    let puts = 0
    const put: FileStore['put'] = async (...given) => {
      if (++puts === 2) throw new Error('the disk is full')
      return stored.put(...given)
    }
    const desk = await deskOn(copy, { ...stored, put })
    await expect(desk('claim-files', '--from', 'production')).rejects.toThrow('the disk is full')
    expect(await lostOf(copy.db, other.files)).toEqual([])
    await desk('claim-files', '--from', 'production')
    expect([await other.files.isOwn(), await lostOf(copy.db, other.files)]).toEqual([true, []])
    const left: string[] = []
    for await (const { key } of stored.list()) if (key.startsWith('copies/')) left.push(key)
    expect(left).toEqual([])
  })

  test('takes along the files that its running processes store during the move', async () => {
    const { copy, stored, other } = await drill()
    const forever = DEMO_NOW.getTime() + 100 * 365 * DAY
    await upload(copy.db, other.files, 'one', forever)
    const put: FileStore['put'] = async (...given) => {
      if (given[0] === 'uploads/one') await upload(copy.db, other.files, 'meanwhile', forever)
      return stored.put(...given)
    }
    const desk = await deskOn(copy, { ...stored, put })
    expect((await desk('claim-files', '--from', 'production')).at(-1)).toContain('移动了 2 个文件')
    const renewed = ownedFiles(stored, await readInstallation(copy.db))
    expect([await renewed.isOwn(), await lostOf(copy.db, renewed)]).toEqual([true, []])
  })

  test('keeps what its running processes store at any moment of the claim in reach of their next start', async () => {
    const places = ['before the mark', 'after the mark', 'after the end', 'after the end, with another'] as const
    for (const place of places) {
      const { copy, stored, other } = await drill()
      const forever = DEMO_NOW.getTime() + 100 * 365 * DAY
      await upload(copy.db, other.files, 'first', forever)
      const store = (token: string) => upload(copy.db, other.files, token, forever)
      const put: FileStore['put'] = async (...given) => {
        const isMark = given[0] === OWNER_FILE
        if (isMark && place === 'before the mark') await other.files.readOwner().then(() => store('late'))
        const done = await stored.put(...given)
        if (isMark && place === 'after the mark') await store('late')
        return done
      }
      await (
        await deskOn(copy, { ...stored, put })
      )('claim-files', '--from', 'production')
      if (place.startsWith('after the end')) await store('late')
      if (place === 'after the end, with another') await Promise.all([store('later'), store('last')])
      const next = ownedFiles(stored, await readInstallation(copy.db))
      expect([place, await next.isOwn(), await lostOf(copy.db, next)]).toEqual([place, true, []])
      const left: string[] = []
      for await (const { key } of stored.list()) if (key.startsWith('copies/')) left.push(key)
      expect([place, left]).toEqual([place, []])
    }
  })

  test('claims nothing while the store does not answer', async () => {
    const { copy } = await drill()
    const before = await readInstallation(copy.db)
    const open = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))
    const desk = await deskOn(copy, { ...openFileStore('memory:', '/'), open })
    await expect(desk('claim-files')).rejects.toThrow('文件存储没有响应，请检查 FILES_URL（connect ECONNREFUSED）')
    expect(await readInstallation(copy.db)).toEqual(before)
  })

  test('with a store of its own becomes its owner by the command only', async () => {
    const { copy, stored, desk } = await drill()
    const place = join(folder, `own-${Math.round(performance.now())}`)
    await desk('backup', place)
    const again = await openTestDb()
    opened.push(again)
    const fresh = openFileStore('memory:', '/')
    const deskOfCopy = await deskOn(again, fresh)
    await deskOfCopy('restore', place)
    const files = ownedFiles(fresh, await readInstallation(again.db), () => readInstallation(again.db))
    expect([await files.claimUnmarked(), await read(fresh, OWNER_FILE)]).toEqual(['unmarked', null])
    expect(await lostOf(again.db, files)).toEqual([])
    await deskOfCopy('claim-files')
    expect([await files.isOwn(), await lostOf(again.db, files)]).toEqual([true, []])
    expect(await lostOf(copy.db, ownedFiles(stored, await readInstallation(copy.db)))).toEqual([])
  })
})

test('owns the files it wrote into another’s store once it has a store', async () => {
  const stored = openFileStore('memory:', '/')
  await writeStoreOwner(stored, 'another')
  await ensureInstallation(second.db, 'copy')
  const files = ownedFiles(stored, await readInstallation(second.db))
  await stored.put('uploads/a', Buffer.from('theirs'))
  await files.put('uploads/a', Buffer.from('ours'))
  await files.put('uploads/b', Buffer.from('ours'))
  const keys: string[] = []
  for await (const { key } of files.list()) keys.push(key)
  expect(keys.toSorted()).toEqual([OWNER_FILE, 'uploads/a', 'uploads/b'])
  expect([await read(files, 'uploads/a'), await read(stored, 'uploads/a')]).toEqual(['ours', 'theirs'])
  await files.remove('uploads/b')
  expect([await read(files, 'uploads/b'), await read(stored, 'uploads/a')]).toEqual([null, 'theirs'])
  await renewInstallation(second.db, 'renewed')
  await writeStoreOwner(stored, 'renewed')
  expect(await moveCopies(stored, 'copy')).toBe(1)
  const renewed = ownedFiles(stored, await readInstallation(second.db))
  expect([await read(renewed, 'uploads/a'), await renewed.isOwn()]).toEqual(['ours', true])
  await second.db.execute(sql`delete from installation`)
})
