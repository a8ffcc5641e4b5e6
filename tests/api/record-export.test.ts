import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { recordExport } from '#contract/record-export.ts'
import { record, type SeriesRow } from '#contract/record.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { ask, type Paged } from '../support/ask-records.ts'
import { readExport } from '../support/read-export.ts'

const city = await openApi()
afterAll(() => city.close())

interface Row {
  readonly deviceNo: string | null
  readonly alarmTime?: string
  readonly shieldTime?: string
  readonly reportTime: string | null
}

/** By api type. */
const LISTS: Readonly<Record<number, readonly [call: Endpoint, time: string]>> = {
  1: [record.fires, '报警时间'],
  2: [record.faults, '故障时间'],
  3: [record.shields, '屏蔽时间'],
  4: [record.actions, '动作时间'],
  5: [record.devices, '设备上报时间'],
}
const ITEMS: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 63 }

async function wholeList(t: TestApi, call: Endpoint, input: object, token: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let currentPage = 1; ; currentPage += 1) {
    const { list, total } = await ask<Paged<Row>, Endpoint>(t, call, { ...input, currentPage, pageSize: 100 }, token)
    rows.push(...list)
    if (rows.length >= total || list.length === 0) return rows
  }
}

test(
  'a list of records is exported with its filters, row by row in its order',
  city.undone(async (t) => {
    const token = await t.signIn('zongdui')
    const { rows: buildings } = await t.db.execute<{ id: string; name: string }>(
      sql`select b.id::text as id, b.name from building b join device_event e on e.building_id = b.id
        group by b.id, b.name order by count(*) desc, b.id limit 2`,
    )
    let compared = 0
    for (const { id: relationId, name: buildingName } of buildings) {
      t.clock.pass(120_000)
      for (const apiType of [1, 2, 3, 4, 5] as const) {
        const [call, time] = LISTS[apiType]!
        const apiId = ITEMS[apiType]!
        const all = await wholeList(t, call, { apiId, relationId }, token)
        const search = all[0]?.deviceNo ?? '没有'
        for (const filter of [{}, { state: 0 }, { search }, { startTime: '2026-03-10', endTime: '2026-03-20' }]) {
          t.clock.pass(10_000)
          const listed = await wholeList(t, call, { apiId, relationId, ...filter }, token)
          const url = await ask<string, typeof recordExport.list>(
            t,
            recordExport.list,
            { apiType, apiId, relationId, ...filter },
            token,
          )
          const { name, header, rows } = await readExport(t, url)
          const [no, at] = [header.indexOf('设备编号'), header.indexOf(time)]
          expect(rows.map((row) => [row[no], row[at]])).toEqual(
            listed.map((row) => [
              row.deviceNo,
              row.alarmTime && apiType !== 5 ? row.alarmTime : (row.shieldTime ?? row.reportTime),
            ]),
          )
          expect(name).toContain(buildingName.slice(0, 4))
          compared += rows.length
        }
      }
    }
    expect(compared).toBeGreaterThan(100)
  }),
  120_000,
)

test(
  'a history and the readings of an item type are exported over the whole span, with every measure',
  city.undone(async (t) => {
    const token = await t.signIn('zongdui')
    const { rows } = await t.db.execute<{ id: string; building: string; device: string; api: number; n: number }>(
      sql`select p.id::text as id, p.building_id::text as building, p.device_no as device, p.api_id as api, count(*)::int as n
        from reading r join point p on p.id = r.point_id where p.api_id = 17 group by 1, 2, 3, 4 order by 5 desc, 1 limit 1`,
    )
    const { id, building, api, n } = rows[0]!
    await t.db.execute(sql`update reading set measures = measures || '{"flow": 3.5}' where point_id = ${id}`)
    const span = { startTime: '2026-01-01', endTime: '2026-03-23' }
    const url = await ask<string, typeof recordExport.series>(
      t,
      recordExport.series,
      { id, apiId: api, ...span },
      token,
    )
    const file = await readExport(t, url)
    expect(file.rows).toHaveLength(n)
    const listed = await ask<{ list: SeriesRow[] }, typeof record.history>(
      t,
      record.history,
      { id, apiId: api, ...span, limit: 100 },
      token,
    )
    const [at, pressure, others] = ['设备上报时间', '压力(MPa)', '其他数据'].map((title) => file.header.indexOf(title))
    expect(file.rows.slice(0, 100).map((row) => [row[at!], row[pressure!]])).toEqual(
      listed.list.map((row) => [row.logTime, row.timelyData.pressure]),
    )
    expect(new Set(file.rows.map((row) => row[others!]))).toEqual(new Set(['流量：3.5']))

    const { rows: counted } = await t.db.execute<{ n: number }>(
      sql`select count(*)::int as n from reading where building_id = ${building} and api_id = 17 and at >= '2026-03-23 00:00+08'`,
    )
    const series = await ask<string, typeof recordExport.series>(
      t,
      recordExport.series,
      { buildingId: building, apiId: 17, startTime: '2026-03-23', endTime: '2026-03-23' },
      token,
    )
    expect((await readExport(t, series)).rows).toHaveLength(counted[0]!.n)
  }),
)

test(
  'a history of records shows the kind and state of each',
  city.undone(async (t) => {
    const token = await t.signIn('zongdui')
    const { rows: points } = await t.db.execute<{ id: string; building: string }>(
      sql`select id::text as id, building_id::text as building from point where api_id = 1 order by id limit 1`,
    )
    const { id, building } = points[0]!
    await t.db.execute(sql`delete from device_event where point_id = ${id}`)
    await t.db.execute(sql`
      insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, state) values
      (${id}, ${building}, 1, 'fire', '2026-03-23 08:00:00+08', '2026-03-23 08:00:02+08', 2),
      (${id}, ${building}, 2, 'fault', '2026-03-23 07:00:00+08', '2026-03-23 07:00:02+08', 0)`)
    const url = await ask<string, typeof recordExport.series>(t, recordExport.series, { id, apiId: 1 }, token)
    const { header, rows } = await readExport(t, url)
    const columns = ['记录类型', '状态', '处理结果'].map((title) => header.indexOf(title))
    expect(rows.map((row) => columns.map((at) => row[at]))).toEqual([
      ['火警', '报警中', '真实火警'],
      ['故障', '故障', '未处理'],
    ])
  }),
)

test.each([1, 2, 3, 4] as const)(
  'a record of type %i with an untrusted time or of an unregistered component is marked in the file',
  async (apiType) => {
    await city.undone(async (t) => {
      const token = await t.signIn('zongdui')
      const { rows: points } = await t.db.execute<{ id: string; building: string }>(
        sql`select id::text as id, building_id::text as building from point where api_id = ${apiType} order by id limit 1`,
      )
      const { id, building } = points[0]!
      const kind = ['fire', 'fault', 'shield', 'action'][apiType - 1]!
      await t.db.execute(sql`delete from device_event where building_id = ${building} and api_id = ${apiType}`)
      await t.db.execute(sql`
        insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, sequence, unregistered, time_mark, device_time)
        values (${id}, ${building}, ${apiType}, ${kind}, '2026-03-23 08:00:00+08', '2026-03-23 08:00:00+08', 0, false, 'ahead', '2026-03-24 08:00:00+08'),
        (${id}, ${building}, ${apiType}, ${kind}, '2026-03-23 07:00:00+08', '2026-03-23 07:00:00+08', 0, true, 'unset', null),
        (${id}, ${building}, ${apiType}, ${kind}, '2026-03-23 06:00:00+08', '2026-03-23 06:00:00+08', 0, false, null, null)`)
      const item = { apiId: apiType, relationId: building }
      const urls = [
        await ask<string, typeof recordExport.list>(t, recordExport.list, { apiType, ...item }, token),
        await ask<string, typeof recordExport.series>(t, recordExport.series, { id, apiId: apiType }, token),
      ]
      for (const url of urls) {
        const { header, rows } = await readExport(t, url)
        const columns = ['标记', '设备时间'].map((title) => header.indexOf(title))
        expect(rows.map((row) => columns.map((at) => row[at]))).toEqual([
          ['设备时间不可信', '2026-03-24 08:00:00'],
          ['未登记部件；设备时间不可信', '设备时钟未设置'],
          [null, null],
        ])
      }
    })()
  },
)

test(
  'records out of scope are not exported; a device of another building answers 404',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { rows } = await t.db.execute<{ own: string; other: string }>(sql`
      select min(p.id) filter (where mine)::text as own, min(p.building_id) filter (where not mine)::text as other
      from (select p.id, p.building_id, exists (select 1 from building_unit u join account a on a.unit_id = u.unit_id
        where a.account = 'unit01' and u.kind = 'bound' and u.building_id = p.building_id) as mine from point p) p`)
    const { own, other } = rows[0]!
    const code = async (call: Endpoint, input: object) => (await t.call(call, input as never, token)).body.code
    expect(await code(recordExport.list, { apiType: 1, apiId: 1, relationId: other })).toBe(404)
    expect(await code(recordExport.series, { buildingId: other, apiId: 17 })).toBe(404)
    expect(await code(recordExport.series, { id: own, buildingId: other })).toBe(404)
    expect(await code(recordExport.series, { apiId: 17 })).toBe(400)
  }),
)
