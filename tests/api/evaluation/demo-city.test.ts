import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { DEMO_NOW } from '../../support/demo-now.ts'
import { openDemoDb } from '../../support/open-test-db.ts'
import { withRollback } from '../../support/with-rollback.ts'
import { differences, understoodIn } from './snapshot.ts'

const demo = await openDemoDb()
afterAll(() => demo.close())

test('the demo city equals the evaluation of its own records, down to every item of every score', async () => {
  await withRollback(demo.db, async (db) => {
    const before = await understoodIn(db)
    await db.execute(sql`update building_state set checked_day = null, due_at = 'epoch'`)
    expect(await reEvaluateDue(db, DEMO_NOW)).toBe(60)
    expect(differences(before, await understoodIn(db))).toEqual([])
  })
})

test('buildings postponed by a clock ahead are evaluated once it is corrected', async () => {
  await withRollback(demo.db, async (db) => {
    const before = await understoodIn(db)
    await db.execute(sql`update building_state set checked_day = '2031-01-01', due_at = '2031-01-02'`)
    expect(await reEvaluateDue(db, DEMO_NOW)).toBe(60)
    expect(differences(before, await understoodIn(db))).toEqual([])
    expect(await reEvaluateDue(db, DEMO_NOW)).toBe(0)
  })
})

test('evaluating again from the records alone gives the same, as far back as readings are retained', async () => {
  await withRollback(demo.db, async (db) => {
    const before = await understoodIn(db)
    await db.execute(sql`delete from trouble`)
    await db.execute(sql`update building_state set checked_day = null, due_at = 'epoch'`)
    await reEvaluateDue(db, DEMO_NOW)
    const after = await understoodIn(db)
    expect(Object.keys(after.conditions).sort()).toEqual(Object.keys(before.conditions).sort())
    expect(after.access).toEqual(before.access)
  })
})
