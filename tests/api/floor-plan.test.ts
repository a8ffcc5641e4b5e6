import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { bundle } from '#contract/bundle.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { MOST_FLOOR_POINTS, PLAN_BYTES } from '#contract/floor-plan.rules.ts'
import { floorPlan as plans, type FloorDetail, type FloorPlans, type PlanInfo } from '#contract/floor-plan.ts'
import { point } from '#contract/point.ts'
import { removeOrphanFiles } from '#server/operations/remove-orphan-files.ts'
import { floorPlan, pointPlace } from '#server/schema/floor-plan.table.ts'
import { point as pointTable } from '#server/schema/point.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { jpeg, pdf, png, REFUSED } from '../support/hostile-uploads.ts'
import { buildingOf } from '../support/point-table.ts'

const city = await openApi()
afterAll(() => city.close())

interface Sent {
  readonly buildingId: number
  readonly floor: string
  readonly version?: number
}

async function upload(t: TestApi, token: string, { buildingId, floor, version }: Sent, bytes = png(40, 30)) {
  const form = new FormData()
  form.set('buildingId', String(buildingId))
  form.set('floor', floor)
  if (version !== undefined) form.set('version', String(version))
  form.set('file', new File([bytes], 'plan', { type: 'image/png' }))
  const headers = { 'x-auth-token': token, 'x-forwarded-for': '192.0.2.1' }
  const response = await t.api.request(plans.put.path, { method: 'POST', headers, body: form })
  return (await response.json()) as Envelope<PlanInfo>
}

const floorsOf = async (t: TestApi, token: string, buildingId: number) =>
  ((await t.call(plans.list, { buildingId }, token)).body.data as FloorPlans).floors
const floorOf = async (t: TestApi, token: string, buildingId: number, floor: string) =>
  (await t.call(plans.floor, { buildingId, floor }, token)).body.data as FloorDetail

async function startedPlan(t: TestApi) {
  const token = await t.signIn('unit01')
  const { id: buildingId } = await buildingOf(t, 'unit01')
  const floors = await floorsOf(t, token, buildingId)
  const { floor } = floors.filter((one) => one.floor !== '').reduce((a, b) => (b.points > a.points ? b : a))
  const { data: plan } = await upload(t, token, { buildingId, floor })
  const { points } = await floorOf(t, token, buildingId, floor)
  return { token, buildingId, floor, plan: plan, points }
}

const rowsOf = async (t: TestApi) => [await t.db.$count(floorPlan), await t.db.$count(pointPlace)]

async function keysOf(t: TestApi): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of t.deps.files.list()) if (key.startsWith('plans/')) keys.push(key)
  return keys
}

describe('floors of a building', () => {
  test(
    'beyond the most points keep those in alarm and those on the plan',
    city.undone(async (t) => {
      const { token, buildingId, floor, plan, points } = await startedPlan(t)
      const [burning, placed] = points
      const { id: _, ...row } = (
        await t.db
          .select()
          .from(pointTable)
          .where(eq(pointTable.id, Number(burning!.id)))
      )[0]!
      for (const at of [0, 1, 2, 3])
        await t.db.insert(pointTable).values(
          Array.from({ length: 500 }, (_, one) => ({
            ...row,
            pointNumber: `crowd-${at}-${one}`,
            deviceNo: `crowd-${at}-${one}`,
            zone: 'A',
            openRank: 0,
            online: true,
          })),
        )
      await t.db.execute(sql`update point set zone = '龟' where id in (${burning!.id}, ${placed!.id})`)
      await t.db.execute(sql`update point set open_rank = 1 where id = ${burning!.id}`)
      await t.db.insert(pointPlace).values({ pointId: Number(placed!.id), planId: Number(plan.id), x: 0.5, y: 0.5 })
      const crowd = await floorOf(t, token, buildingId, floor)
      expect(crowd.points).toHaveLength(MOST_FLOOR_POINTS)
      expect(crowd.points.map(({ id }) => id)).toEqual(expect.arrayContaining([burning!.id, placed!.id]))
    }),
  )

  test(
    'are listed from the top, with as many points of each state as the database has',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id: buildingId } = await buildingOf(t, 'unit01')
      const floors = await floorsOf(t, token, buildingId)
      expect(floors[0]?.floor).toBe('屋面层')
      const { rows } = await t.db.execute<Record<string, unknown>>(sql`
        select coalesce(p.floor, '') as floor, count(*)::int as points, (count(*) filter (where alarm))::int as alarms,
          (count(*) filter (where not online and not alarm and open_rank <> 2
            and not exists (select 1 from problem q where q.point_id = p.id and q.solved_at is null
              and q.cause not in ('offline', 'alarm-unhandled', 'false-alarms'))))::int as offline
        from (select *, open_rank = 1 or id in (select e.point_id from alarm_event e join alarm a on a.id = e.alarm_id
            where a.joined_to is null and (a.judged_at is null or (a.verdict = 2 and a.ended_at is null))) as alarm
          from point) p where building_id = ${buildingId} group by 1 order by 1`)
      const told = floors.map(({ floor, points, alarms, offline }) => ({ floor, points, alarms, offline }))
      expect(told.toSorted((a, b) => (a.floor < b.floor ? -1 : 1))).toEqual(
        rows.toSorted((a, b) => (String(a['floor']) < String(b['floor']) ? -1 : 1)),
      )
      for (const { floor, points, alarms, faults, offline } of floors) {
        const detail = await floorOf(t, token, buildingId, floor)
        const of = (state: string) => detail.points.filter((one) => one.state === state).length
        expect([detail.points.length, of('alarm'), of('fault'), of('offline')]).toEqual([
          points,
          alarms,
          faults,
          offline,
        ])
        expect(detail.plan).toBeNull()
        expect(detail.points.filter(({ state, problemId }) => state === 'fault' && problemId === null)).toEqual([])
      }
    }),
  )
})

describe('a plan', () => {
  test(
    'is shown to all who see the building, byte for byte, and changed only by its unit and property company',
    city.undone(async (t) => {
      const { rows } = await t.db.execute<{ id: number }>(sql`
        select b.id::int as id from building b join building_unit x on x.building_id = b.id and x.kind = 'bound'
          join account a on a.unit_id = x.unit_id and a.account = 'unit01'
          join building_unit y on y.building_id = b.id and y.kind = 'bound' join account c on c.unit_id = y.unit_id and c.account = 'wuye01'
          join account i on i.account = 'isv01' where b.provider_id = i.provider_id order by 1 limit 1`)
      const buildingId = rows[0]!.id
      const { floor } = (await floorsOf(t, await t.signIn('unit01'), buildingId))[0]!
      let version: number | undefined
      const codes: Record<string, number[]> = {}
      const images = new Set<string | undefined>()
      for (const account of ['unit01', 'wuye01', 'isv01', 'zongdui', 'zhidui', 'unit02']) {
        const token = await t.signIn(account)
        const sent = await upload(t, token, { buildingId, floor, ...(version && { version }) }, png(80, 60))
        if (sent.code === 200) version = sent.data.version
        const list = await t.call(plans.list, { buildingId }, token)
        const [plan] = await t.db.select().from(floorPlan)
        const shown = await t.call(plans.picture, { id: plan!.id }, token)
        const moved = await t.call(
          plans.place,
          { id: plan!.id, version: version!, places: [{ pointId: 1, at: null }] },
          token,
        )
        codes[account] = [sent.code, list.body.code, shown.body.code, moved.body.code]
        images.add((shown.body.data as { image: string } | null)?.image)
      }
      // 404: no such point on this floor.
      expect(codes).toEqual({
        unit01: [200, 200, 200, 404],
        wuye01: [200, 200, 200, 404],
        isv01: [403, 200, 200, 403],
        zongdui: [403, 200, 200, 403],
        zhidui: [403, 200, 200, 403],
        unit02: [404, 404, 404, 404],
      })
      const picture = `data:image/png;base64,${Buffer.from(png(80, 60)).toString('base64')}`
      expect([...images]).toEqual([picture, undefined])
    }),
  )

  test(
    'of a building whose claim awaits approval cannot be changed',
    city.undone(async (t) => {
      const { token, buildingId, floor, plan, points } = await startedPlan(t)
      await t.db.execute(sql`update building_unit set confirmed = false where building_id = ${buildingId}`)
      const places = [{ pointId: points[0]!.id, at: { x: 0, y: 0 } }]
      expect((await upload(t, token, { buildingId, floor, version: 1 })).code).toBe(409)
      expect((await t.call(plans.place, { id: plan.id, version: 1, places }, token)).body.code).toBe(409)
      expect((await t.call(plans.remove, { id: plan.id, version: 1 }, token)).body.code).toBe(409)
    }),
  )

  test(
    'accepts pictures only: hostile files, PDF, empty and large ones are refused at the field and stored nowhere',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id: buildingId } = await buildingOf(t, 'unit01')
      const place = { buildingId, floor: '1层' }
      const outcomes: string[] = []
      const large = new Uint8Array(PLAN_BYTES + 1)
      large.set(jpeg())
      const files = [...REFUSED.map(({ what, bytes }) => ({ what, bytes })), { what: 'a clean PDF', bytes: pdf() }]
      for (const { what, bytes } of files) {
        t.clock.pass(2000)
        const { code, errors, message } = await upload(t, token, place, bytes)
        const isLarge = bytes.length > PLAN_BYTES
        if (code !== (isLarge ? 413 : 400) || (!isLarge && errors?.['file'] !== message))
          outcomes.push(`${what}: ${code}`)
      }
      expect(outcomes).toEqual([])
      expect(await upload(t, token, place, large)).toMatchObject({ code: 413, errors: { file: '图片不能超过 2 MB' } })
      expect((await upload(t, token, { buildingId, floor: ' ' })).errors).toEqual({ floor: '请选择楼层' })
      expect(await rowsOf(t)).toEqual([0, 0])
      expect(await keysOf(t)).toEqual([])
    }),
  )

  test(
    'is replaced from its present version only; the former picture is deleted and the places stay',
    city.undone(async (t) => {
      const { token, buildingId, floor, plan, points } = await startedPlan(t)
      const places = [{ pointId: points[0]!.id, at: { x: 0.5, y: 0.25 } }]
      await t.call(plans.place, { id: plan.id, version: plan.version, places }, token)
      const [former] = await keysOf(t)
      expect((await upload(t, token, { buildingId, floor })).code).toBe(409)
      expect((await upload(t, token, { buildingId, floor, version: plan.version })).code).toBe(409)
      const { data } = await upload(t, token, { buildingId, floor, version: 2 }, jpeg(100, 50))
      expect(data).toMatchObject({ id: plan.id, version: 3, width: 100, height: 50 })
      expect(data.picture).not.toBe(plan.picture)
      const kept = await keysOf(t)
      expect([kept.length, kept.includes(former!)]).toEqual([1, false])
      expect((await floorOf(t, token, buildingId, floor)).points[0]).toMatchObject({ x: 0.5, y: 0.25 })
    }),
  )

  test(
    'is kept by the sweep of orphaned files, and deleted with its places and file',
    city.undone(async (t) => {
      const { token, buildingId, floor, plan, points } = await startedPlan(t)
      await t.deps.files.put('plans/of-no-row', png())
      t.clock.pass(3 * 86_400_000)
      const fresh = await t.signIn('unit01')
      expect(await removeOrphanFiles(t.deps)).toBe(1)
      expect(await keysOf(t)).toHaveLength(1)
      const places = points.map(({ id }, n) => ({ pointId: id, at: { x: n / points.length, y: 0.5 } }))
      await t.call(plans.place, { id: plan.id, version: plan.version, places }, fresh)
      expect(await rowsOf(t)).toEqual([1, points.length])
      expect((await t.call(plans.remove, { id: plan.id, version: 1 }, fresh)).body.code).toBe(409)
      expect((await t.call(plans.remove, { id: plan.id, version: 2 }, fresh)).body.code).toBe(200)
      expect(await rowsOf(t)).toEqual([0, 0])
      expect(await keysOf(t)).toEqual([])
      expect((await floorOf(t, fresh, buildingId, floor)).points).toHaveLength(points.length)
      expect(token).not.toBe(fresh)
    }),
  )
})

describe('points on a plan', () => {
  test(
    'are placed, moved and taken off in one write; one from an earlier version changes nothing',
    city.undone(async (t) => {
      const { token, buildingId, floor, plan, points } = await startedPlan(t)
      const [a, b] = [points[0]!.id, points[1]!.id]
      const place = async (version: number, places: { pointId: string; at: { x: number; y: number } | null }[]) =>
        (await t.call(plans.place, { id: plan.id, version, places }, token)).body
      expect(
        await place(1, [
          { pointId: a, at: { x: 0.1, y: 0.2 } },
          { pointId: b, at: { x: 1, y: 0 } },
        ]),
      ).toMatchObject({
        code: 200,
        data: { version: 2 },
      })
      expect((await place(1, [{ pointId: a, at: { x: 0.9, y: 0.9 } }])).code).toBe(409)
      expect((await place(2, [{ pointId: a, at: { x: 1.01, y: 0 } }])).code).toBe(400)
      await place(2, [
        { pointId: a, at: { x: 0.3, y: 0.4 } },
        { pointId: b, at: null },
      ])
      const detail = await floorOf(t, token, buildingId, floor)
      expect(detail.plan?.version).toBe(3)
      expect(detail.points.filter(({ x }) => x !== null).map(({ id, x, y }) => [id, x, y])).toEqual([[a, 0.3, 0.4]])
      expect((await floorsOf(t, token, buildingId)).find((one) => one.floor === floor)?.placed).toBe(1)
    }),
  )

  test(
    'repeated with the same key are stored once; a queued write follows the device’s own earlier one',
    city.undone(async (t) => {
      const { token, plan, points } = await startedPlan(t)
      const send = async (key: string, x: number, follows?: string) => {
        const response = await t.api.request(plans.place.path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-auth-token': token,
            'idempotency-key': key,
            ...(follows && { follows }),
          },
          body: JSON.stringify({ id: plan.id, version: 1, places: [{ pointId: points[0]!.id, at: { x, y: 0.5 } }] }),
        })
        return (await response.json()) as Envelope<{ version: number }>
      }
      const [first, second] = ['a'.repeat(20), 'b'.repeat(20)]
      expect((await send(first, 0.1)).data).toEqual({ version: 2 })
      expect((await send(first, 0.1)).data).toEqual({ version: 2 })
      expect((await send(second, 0.2)).code).toBe(409)
      expect((await send('c'.repeat(20), 0.2, first)).data).toEqual({ version: 3 })
    }),
  )

  test(
    'leave the plan when their floor is changed, and are refused on the plan of another floor',
    city.undone(async (t) => {
      const { token, buildingId, floor, plan, points } = await startedPlan(t)
      const moved = points[0]!.id
      const places = [{ pointId: moved, at: { x: 0.5, y: 0.5 } }]
      await t.call(plans.place, { id: plan.id, version: 1, places }, token)
      await t.call(point.edit, { id: moved, floor: '98层' }, token)
      const left = await floorOf(t, token, buildingId, floor)
      expect(left.points.some(({ id }) => id === moved)).toBe(false)
      expect((await floorOf(t, token, buildingId, '98层')).points[0]).toMatchObject({ id: moved, x: null })
      expect((await floorsOf(t, token, buildingId)).every(({ placed }) => placed === 0)).toBe(true)
      expect((await t.call(plans.place, { id: plan.id, version: 2, places }, token)).body).toMatchObject({
        code: 404,
        message: '有点位已被删除或改到别的楼层，请刷新后再试',
      })
    }),
  )

  test(
    'are taken along in the offline bundle with the picture',
    city.undone(async (t) => {
      const { token, buildingId, floor, plan, points } = await startedPlan(t)
      const places = [{ pointId: points[0]!.id, at: { x: 0.5, y: 0.5 } }]
      await t.call(plans.place, { id: plan.id, version: 1, places }, token)
      const inspector = await t.signIn('zongdui')
      const { parts } = (await t.call(bundle.contents, { buildingId }, inspector)).body.data as OutputOf<
        typeof bundle.contents
      >
      const names = ['plans', `floor-${plan.id}`, `picture-${plan.id}`]
      const listed = parts.filter(({ name }) => names.includes(name))
      expect(listed.map(({ label }) => label)).toEqual(['楼层', `${floor}点位`, `${floor}平面图`])
      const brought = (await t.call(bundle.parts, { buildingId, names: names.join() }, inspector)).body
        .data as OutputOf<typeof bundle.parts>
      const [list, detail, picture] = brought.map(({ json }) => JSON.parse(json ?? '') as unknown)
      expect(list).toEqual((await t.call(plans.list, { buildingId }, inspector)).body.data)
      expect(detail).toEqual(await floorOf(t, inspector, buildingId, floor))
      expect(picture).toEqual((await t.call(plans.picture, { id: plan.id }, inspector)).body.data)
      expect(listed.map(({ bytes }) => bytes)).toEqual(brought.map(({ json }) => Buffer.byteLength(json ?? '')))
    }),
  )
})
