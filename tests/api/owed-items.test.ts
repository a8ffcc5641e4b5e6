import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { type ItemGroup, record } from '#contract/record.ts'
import { SYSTEMS } from '#server/reference/systems.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { ask } from '../support/ask-records.ts'
import { OWN, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

async function owedItems(t: TestApi, buildingId: number) {
  const token = await t.signIn('zongdui')
  const groups = await ask<ItemGroup[], typeof record.must>(t, record.must, { buildingId }, token)
  return groups.flatMap(({ apiTypeVOS }) => apiTypeVOS.flatMap(({ isMust, apiId }) => (isMust === 1 ? [apiId] : [])))
}

test(
  'an item type exempted by an approved declaration is not required; one that is pending or withdrawn is',
  city.undone(async (t) => {
    const { id } = await somewhere(t)
    const all = await owedItems(t, id)
    expect(all).toContain('17')
    await t.db.execute(sql`
      insert into approval (building_id, unit_id, kind, types, reason, status, applied_at, withdrawn_at)
      select ${id}, (select min(id) from unit), 'access', types::jsonb, '缺少', status, now(), at
      from (values ('[["0","2","17"],["1"]]', 1, null::timestamptz), ('[["0","2","16"]]', 0, null),
        ('[["0","2","15"]]', 1, now())) as v(types, status, at)`)
    expect(await owedItems(t, id)).toEqual(all.filter((api) => api !== '17'))
  }),
)

test(
  'a record of an unregistered component adds no required items of a system without points',
  city.undone(async (t) => {
    const { id, projectId } = await somewhere(t)
    await t.db.execute(sql`delete from point where building_id = ${id} and system_id = 1`)
    const before = await owedItems(t, id)
    await programOf(t, OWN).call(ingest.events, {
      items: [{ projectId, pointNumber: 'X-1', kind: 'fire', phase: 'begin', time: wire(t, 0) }],
    })
    expect(await owedItems(t, id)).toEqual(before)
    await t.db.execute(sql`delete from point where building_id = ${id}`)
    const required = SYSTEMS.flatMap(({ apis }) => apis.flatMap((api) => (api.must ? [`${api.id}`] : [])))
    expect((await owedItems(t, id)).toSorted()).toEqual(required.toSorted())
  }),
)
