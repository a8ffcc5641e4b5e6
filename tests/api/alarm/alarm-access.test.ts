import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import { raiseUnplaced } from '#server/evaluation/raise-alarms.ts'
import { alarmScene, one } from '../../support/alarm-scene.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const ALARMS = ['own', 'foreign', 'unplaced'] as const
type Which = (typeof ALARMS)[number]

const MAY: Readonly<Record<string, readonly Which[] | 401 | 403>> = {
  nobody: 401,
  unit01: ['own'],
  wuye01: ['own'],
  unit02: ['foreign'],
  zongdui: ['own', 'foreign', 'unplaced'],
  zhidui: ['own', 'foreign', 'unplaced'],
  jingan: ['own'],
  isv01: 403,
}

const ACTS = [
  ...([1, 2, 3, 4] as const).map((verdict) => ({
    name: `verdict ${verdict}`,
    call: alarm.verdict,
    input: { verdict },
  })),
  { name: 'ack', call: alarm.ack, input: {} },
  { name: 'undo', call: alarm.undo, input: { act: 'ack' } },
] as const

async function alarmsOf(t: TestApi) {
  const scene = await alarmScene(t)
  await scene.fire()
  const own = (await scene.open()).id
  const foreign = await one<{ id: string }>(
    t.db,
    sql`insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at)
      select b.id, 'fire', 2, now(), now(), now() from building b
      join building_unit u on u.building_id = b.id and u.kind = 'bound'
      join account a on a.unit_id = u.unit_id and a.account = 'unit02'
      where b.county <> '310106' and not exists (select 1 from building_unit o join account w on w.unit_id = o.unit_id
        where o.building_id = b.id and w.account = 'wuye01')
      order by b.id limit 1
      on conflict (building_id, kind) where judged_at is null and joined_to is null do update set version = 2
      returning id::text`,
  )
  await raiseUnplaced(t.db, [{ source: '陌生装置', detail: null, occurredAt: t.clock.now() }], t.clock.now())
  const unplaced = await one<{ id: string }>(t.db, sql`select id::text from alarm where source = '陌生装置'`)
  return { scene, ids: { own, foreign: foreign.id, unplaced: unplaced.id } satisfies Record<Which, string> }
}

function expected(caller: string, which: Which): number {
  const may = MAY[caller]!
  if (typeof may === 'number') return may
  return may.includes(which) ? 200 : 404
}

test(
  'every caller sees and decides on exactly the alarms of its buildings or area, singly and in bulk',
  { timeout: 180_000 },
  city.undone(async (t) => {
    const { scene, ids } = await alarmsOf(t)
    const surprises: unknown[] = []
    let cells = 0
    const check = (cell: readonly unknown[], wanted: unknown, got: unknown) => {
      cells += 1
      if (wanted !== got) surprises.push([...cell, `wanted ${String(wanted)}, got ${String(got)}`])
    }
    for (const caller of Object.keys(MAY)) {
      const account = caller === 'nobody' ? null : caller
      const { code, data } = await scene.send(account, alarm.list, { pageSize: 100, open: '1' })
      const listed = code === 200 ? (data as { list: AlarmRow[] }).list.map(({ id }) => id) : []
      for (const which of ALARMS) {
        const id = ids[which]
        const wanted = expected(caller, which)
        check([caller, which, 'list'], wanted === 200, listed.includes(id))
        check([caller, which, 'one'], wanted, (await scene.send(account, alarm.one, { id })).code)
        for (const { name, call, input } of ACTS)
          for (const chosen of [{ id }, { ids: [id] }]) {
            await t.db.execute(sql`savepoint cell`)
            if (name === 'undo') await scene.send(account, alarm.ack, chosen)
            check(
              [caller, which, name, chosen],
              wanted,
              (await scene.send(account, call, { ...input, ...chosen })).code,
            )
            await t.db.execute(sql`rollback to savepoint cell`)
          }
      }
      // One out of scope rejects the call.
      if (typeof MAY[caller] !== 'number' && (MAY[caller] as readonly Which[]).length < ALARMS.length) {
        const all = await scene.send(account, alarm.verdict, { ids: Object.values(ids), verdict: 1 })
        check([caller, 'all'], 404, all.code)
        const judged = await one<{ n: number }>(
          t.db,
          sql`select count(*)::int as n from alarm where id = any(${sql.param(Object.values(ids))}::bigint[]) and judged_at is not null`,
        )
        check([caller, 'all', 'judged'], 0, judged.n)
      }
    }
    expect(surprises).toEqual([])
    expect(cells).toBeGreaterThan(330)
  }),
)
