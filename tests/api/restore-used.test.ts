import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { ensureInstallation } from '#server/operations/installation.store.ts'
import { cursorOf, readAfter, readPosition } from '#server/platform/change-feed.ts'
import { recordChange } from '#server/platform/record-change.ts'
import { sealAudit } from '#server/reporting/audit-chain.ts'
import { deskOn } from '../support/admin-desk.ts'
import { SECRETS } from '../support/database-content.ts'
import { openTestDb } from '../support/open-test-db.ts'

const folder = mkdtempSync(join(tmpdir(), 'fire-used-'))
const [lost, started] = [await openTestDb(), await openTestDb()]
afterAll(async () => {
  await lost.close()
  await started.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a backup of a busier cluster is restored where the jobs ran, and live cursors are valid there', async () => {
  await ensureInstallation(lost.db, 'lost')
  await lost.db.execute(sql`update installation set feed_removed = '99999999999'`)
  const place = join(folder, 'one')
  await (
    await deskOn(lost)
  )('backup', place)
  await ensureInstallation(started.db, 'started')
  await sealAudit(started.db, SECRETS)
  await (
    await deskOn(started)
  )('restore', place)

  const cursor = cursorOf(await readPosition(started.db))
  await recordChange(started.db, { kind: 'building' })
  expect((await readAfter(started.db, cursor)).changes).toMatchObject([{ kind: 'building' }])
})
