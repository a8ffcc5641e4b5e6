import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDeps, type Opened } from '#server/create-deps.ts'
import { readInstallation } from '#server/operations/installation.store.ts'
import type { OpenDatabase } from '#server/platform/db/open-db.ts'
import { readEnv } from '#server/platform/env.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { writeStoreOwner } from '#server/platform/files/owned-files.ts'
import { deskOn } from '../../support/admin-desk.ts'
import { deliver } from '../../support/alert-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'fire-copy-'))
let asked = 0
const gateway = createServer((request, response) => {
  asked += 1
  request.resume()
  request.on('end', () => response.end())
})
gateway.listen(0, '127.0.0.1')
await once(gateway, 'listening')
afterAll(() => {
  gateway.close()
  rmSync(folder, { recursive: true, force: true })
})

const FILES = `file:${join(folder, 'files')}`

async function lastTry(deps: Opened['deps'], step: number) {
  await deps.db
    .execute(sql`insert into delivery (wave, step, channel, recipient, recipient_name, phone, kind, body, tries)
    values (0, ${step}, 'sms', 'contact:1', '张三', '13700000119', 'test', '{"title":"t","text":"t"}', 4)`)
  await deliver({ deps }, 'sms')
  const { rows } = await deps.db.execute<{ state: string }>(sql`select state from delivery order by id desc limit 1`)
  return rows[0]?.state
}

test('a running copy reports alarm messages as failed, and sends them once it owns the files', async () => {
  const { port } = gateway.address() as AddressInfo
  const opened = await createDeps(
    readEnv({
      DATABASE_URL: `file:${join(folder, 'db')}`,
      FILES_URL: FILES,
      SEED: 'none',
      LOG_LEVEL: 'silent',
      SMS_PROVIDER: 'http',
      SMS_URL: `http://127.0.0.1:${port}/`,
    }),
  )
  onTestFinished(opened.close)
  opened.leave()
  const { deps } = opened
  await deps.db.execute(sql`update installation set restored_at = now()`)
  const stored = openFileStore(FILES, '/')
  const { id = '' } = (await readInstallation(deps.db)) ?? {}
  await writeStoreOwner(stored, id)
  expect(await deps.files.isOwn()).toBe(false)
  expect([await lastTry(deps, 1), asked]).toEqual(['failed', 0])

  const desk = await deskOn({ db: deps.db } as OpenDatabase, stored)
  await desk('claim-files', '--from', id)
  expect(await deps.files.isOwn()).toBe(true)
  expect([await lastTry(deps, 2), asked]).toEqual(['accepted', 1])
}, 120_000)
