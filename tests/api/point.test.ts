import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { buildingDetail, type BuildingDetail } from '#contract/building-detail.ts'
import { POINT_STATES } from '#contract/floor-plan.rules.ts'
import { point, type PointRow } from '#contract/point.ts'
import { alarmScene } from '../support/alarm-scene.ts'
import { openApi } from '../support/api-context.ts'
import { buildingOf, counted, HEAD, line, listOf, pointsOf, sendFile } from '../support/point-table.ts'

const city = await openApi()
afterAll(() => city.close())

describe('the point table', () => {
  test(
    'lists a building’s points fifteen per page without repeated rows, and searches number, name, floor and device type',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const place = await buildingOf(t, 'unit01')
      const total = await pointsOf(t, place.id)
      const seen = new Set<string>()
      for (let currentPage = 1; seen.size < total; currentPage++) {
        const page = await listOf(t, token, place, { currentPage })
        expect(page.total).toBe(total)
        expect(page.list).toHaveLength(Math.min(15, total - seen.size))
        for (const row of page.list) seen.add(row.id)
      }
      const [first] = (await listOf(t, token, place)).list
      const found = await listOf(t, token, place, { search: first!.pointNumber })
      expect(found.list.map((row) => row.id)).toContain(first!.id)
      expect((await listOf(t, token, place, { search: '%' })).total).toBe(0)
      const smoke = await listOf(t, token, place, { deviceType: '42', pageSize: 100 })
      expect(new Set(smoke.list.map((row) => row.deviceTypeName))).toEqual(new Set(['点型光电感烟火灾探测器']))
      expect(smoke.total).toBe(
        await counted(
          t,
          sql`select count(*)::int as n from point where building_id = ${place.id} and device_type = 42`,
        ),
      )
    }),
  )

  test(
    'a search and its order use an index of the building',
    city.undone(async (t) => {
      const { id } = await buildingOf(t, 'unit01')
      await t.db.execute(sql`set local enable_seqscan = off`)
      const { rows } = await t.db.execute(
        sql`explain select * from point where building_id = ${id} order by id limit 15`,
      )
      expect(JSON.stringify(rows)).toContain('point_building_idx')
    }),
  )

  test(
    'offers each system with its device types',
    city.undone(async (t) => {
      const { body } = await t.call(point.types, {}, await t.signIn('unit01'))
      const systems = body.data as { sysName: string; deviceTypeList: { deviceTypeName: string }[] }[]
      expect(systems).toHaveLength(14)
      for (const { deviceTypeList } of systems) {
        expect(deviceTypeList.length).toBeGreaterThan(0)
        for (const type of deviceTypeList) expect(type.deviceTypeName).toMatch(/\p{Script=Han}/u)
      }
    }),
  )
})

test(
  'filters of a building are exactly the types of its points; points filter by online or offline',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { rows: buildings } = await t.db.execute<{ id: string; open: string; types: string[]; offline: number }>(sql`
      select b.id::text as id, b.open_project_id as open, array_agg(distinct p.device_type::text) as types,
        (count(*) filter (where not p.online))::int as offline
      from building b join building_unit u on u.building_id = b.id and u.kind = 'bound' join account a on a.unit_id = u.unit_id
      join point p on p.building_id = b.id where a.account = 'unit01' group by 1, 2`)
    expect(buildings.some(({ offline }) => offline > 0)).toBe(true)
    for (const { open, types, offline } of buildings) {
      const systems = (await t.call(point.types, { openProjectId: open }, token)).body.data as unknown as {
        deviceTypeList: { deviceType: string }[]
      }[]
      const offered = systems.flatMap(({ deviceTypeList }) => deviceTypeList.map(({ deviceType }) => deviceType))
      expect([...new Set(offered)].toSorted()).toEqual(types.toSorted())
      const silent = (await t.call(point.list, { openProjectId: open, connectStatus: 0, pageSize: 100 }, token)).body
        .data as unknown as { list: PointRow[]; total: number }
      expect(silent.total).toBe(offline)
      expect(new Set(silent.list.map(({ connectStatus }) => connectStatus))).toEqual(new Set(offline > 0 ? [0] : []))
    }
  }),
)

test(
  'within a state points come oldest first',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const scene = await alarmScene(t)
    await t.db.execute(sql`delete from problem where building_id = ${scene.id}`)
    await t.db.execute(sql`update point set open_rank = 0, online = true where building_id = ${scene.id}`)
    const silent = scene.points.slice(0, 3).map(({ id }, at) => ({ id, days: [1, 3, 2][at]! }))
    for (const { id, days } of silent)
      await t.db.execute(sql`
        update point set online = false, reported_at = now() - make_interval(days => ${days}) where id = ${id}`)
    const { list } = await listOf(t, token, { id: scene.id, openProjectId: scene.project, appKey: '' })
    const oldestFirst = silent.toSorted((a, b) => b.days - a.days).map(({ id }) => String(id))
    expect(list.slice(0, 3).map(({ id }) => id)).toEqual(oldestFirst)
  }),
)

test(
  'points in alarm come first, each with its state and open alarm',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const scene = await alarmScene(t)
    const place = { id: scene.id, openProjectId: scene.project, appKey: '' }
    await scene.fire()
    const [, second] = (await listOf(t, token, place)).list
    await t.db.execute(sql`update point set open_rank = 1 where id = ${second!.id}`)
    const { list } = await listOf(t, token, place, { pageSize: 100 })
    const { rows } = await t.db.execute<{ id: string }>(sql`
      select distinct m.point_id::text as id from alarm a join alarm_event m on m.alarm_id = a.id
      where a.building_id = ${place.id} and a.joined_to is null
        and (a.judged_at is null or (a.verdict = 2 and a.ended_at is null))`)
    const open = rows.map(({ id }) => id)
    expect(open).toEqual([String(scene.points[0]!.id)])
    expect(
      list
        .filter(({ alarmId }) => alarmId)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(open.toSorted())
    const burning = list.filter(({ state }) => state === 'alarm').map(({ id }) => id)
    expect(burning.toSorted()).toEqual([...new Set([...open, second!.id])].toSorted())
    const ranks = list.map(({ state }) => POINT_STATES.indexOf(state!))
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  }),
)

describe('an edit', () => {
  test(
    'changes floor, zone and descript and nothing else, and is audited',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [row] = (await listOf(t, token, await buildingOf(t, 'unit01'))).list
      const wish = { floor: '9层', zone: '西区', descript: '=1+1' }
      const sent = { id: row!.id, ...wish, version: row!.version!, deviceName: '别的名字', deviceNo: '1' }
      expect((await t.call(point.edit, sent, token)).body).toMatchObject({ code: 200 })
      const now = (await t.call(point.detail, { id: row!.id }, token)).body.data as unknown as PointRow
      const { state: _, alarmId: __, ...kept } = row!
      expect(now).toEqual({ ...kept, ...wish, version: row!.version! + 1 })
      expect(
        await counted(
          t,
          sql`select count(*)::int as n from audit where action = 'point.edit' and detail->>'pointId' = ${row!.id}`,
        ),
      ).toBe(1)
    }),
  )

  test(
    'of an older version is rejected as a conflict and changes nothing',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [row] = (await listOf(t, token, await buildingOf(t, 'unit01'))).list
      const of = { id: row!.id, version: row!.version! }
      expect((await t.call(point.edit, { ...of, floor: '甲' }, token)).body.code).toBe(200)
      expect((await t.call(point.edit, { ...of, floor: '乙' }, token)).body).toMatchObject({
        code: 409,
        message: '该点位在您读取后已被修改，请核对后再保存',
      })
      const now = (await t.call(point.detail, { id: row!.id }, token)).body.data as unknown as PointRow
      expect(now.floor).toBe('甲')
    }),
  )

  test(
    'that is too long is rejected at its field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [row] = (await listOf(t, token, await buildingOf(t, 'unit01'))).list
      const { body } = await t.call(point.edit, { id: row!.id, floor: '高'.repeat(33) }, token)
      expect(body).toMatchObject({ code: 400, errors: { floor: '楼层最多 32 个字' } })
    }),
  )

  test(
    'removing a point closes its open problems and keeps its records',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { rows } = await t.db.execute<{ id: string; n: number }>(sql`
        select p.id, (select count(*)::int from reading r where r.point_id = p.id) as n from point p
        join problem q on q.point_id = p.id and q.solved_at is null
        join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
        join account a on a.unit_id = bu.unit_id where a.account = 'unit01' order by p.id limit 1`)
      const { id, n } = rows[0]!
      expect((await t.call(point.delete, { id }, token)).body.code).toBe(200)
      expect((await t.call(point.detail, { id }, token)).body.code).toBe(404)
      expect(
        await counted(t, sql`select count(*)::int as n from problem where point_id = ${id} and solved_at is null`),
      ).toBe(0)
      expect(await counted(t, sql`select count(*)::int as n from reading where point_id = ${id}`)).toBe(n)
    }),
  )
})

describe('data of others', () => {
  test(
    'another unit’s building and points answer 404 to each call and are unchanged; so for a district’s authority',
    city.undone(async (t) => {
      const place = await buildingOf(t, 'unit02')
      const { rows } = await t.db.execute(sql`select * from point where building_id = ${place.id} order by id`)
      const id = String(rows[0]!.id)
      for (const account of ['unit01', 'jingan']) {
        const token = await t.signIn(account)
        const of = { openProjectId: place.openProjectId, provideKey: place.appKey }
        const answers = [
          await t.call(point.list, of, token),
          await t.call(point.export, of, token),
          await t.call(point.edit, { id, floor: '1' }, token),
          await t.call(point.delete, { id }, token),
          await t.call(point.detail, { id }, token),
        ]
        for (const { body } of answers) expect(body).toMatchObject({ code: 404, data: null })
        expect(await sendFile(t, token, of, [HEAD, line(1)].join('\n'))).toMatchObject({ code: 404, data: null })
      }
      expect((await t.db.execute(sql`select * from point where building_id = ${place.id} order by id`)).rows).toEqual(
        rows,
      )
    }),
  )

  test(
    'the key of another building grants no access',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { openProjectId, appKey } = await buildingOf(t, 'unit01')
      const foreign = await buildingOf(t, 'unit02')
      expect((await t.call(point.list, { openProjectId, provideKey: appKey }, token)).body.code).toBe(200)
      expect((await t.call(point.list, { openProjectId, provideKey: foreign.appKey }, token)).body.code).toBe(404)
    }),
  )

  test(
    'the authority reads the key masked, the unit and the provider in full',
    city.undone(async (t) => {
      const { id, appKey } = await buildingOf(t, 'unit01')
      const keyFor = async (account: string) =>
        ((await t.call(buildingDetail.detail, { buildingId: id }, await t.signIn(account))).body.data as BuildingDetail)
          .appKey
      expect(await keyFor('unit01')).toBe(appKey)
      expect(await keyFor('wuye01')).toBe(appKey)
      expect(await keyFor('isv01')).toBe(appKey)
      expect(await keyFor('zhidui')).toMatch(/^..\*{12}..$/)
    }),
  )
})
