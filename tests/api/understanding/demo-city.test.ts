import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { workOutDue } from '#server/understanding/work-out-buildings.ts'
import { DEMO_NOW } from '../../support/demo-now.ts'
import { openDemoDb } from '../../support/open-test-db.ts'
import { withRollback } from '../../support/with-rollback.ts'
import { differences, understoodIn } from './snapshot.ts'

const demo = await openDemoDb()
afterAll(() => demo.close())

test('the demo city is what the platform understands of its own records, down to every item of every score', async () => {
  await withRollback(demo.db, async (db) => {
    const before = await understoodIn(db)
    await db.execute(sql`update building_state set checked_day = null, due_at = 'epoch'`)
    expect(await workOutDue(db, DEMO_NOW)).toBe(60)
    expect(differences(before, await understoodIn(db))).toEqual([])
  })
})

test('buildings that a clock ahead put off for long are worked out once it is put back', async () => {
  await withRollback(demo.db, async (db) => {
    const before = await understoodIn(db)
    await db.execute(sql`update building_state set checked_day = '2031-01-01', due_at = '2031-01-02'`)
    expect(await workOutDue(db, DEMO_NOW)).toBe(60)
    expect(differences(before, await understoodIn(db))).toEqual([])
    expect(await workOutDue(db, DEMO_NOW)).toBe(0)
  })
})

test('what is worked out again from nothing but the records is the same, as far back as readings are kept', async () => {
  await withRollback(demo.db, async (db) => {
    const before = await understoodIn(db)
    await db.execute(sql`delete from trouble`)
    await db.execute(sql`update building_state set checked_day = null, due_at = 'epoch'`)
    await workOutDue(db, DEMO_NOW)
    const after = await understoodIn(db)
    expect(Object.keys(after.troubles).sort()).toEqual(Object.keys(before.troubles).sort())
    expect(after.access).toEqual(before.access)
  })
})
