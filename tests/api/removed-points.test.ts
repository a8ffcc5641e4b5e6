import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { building as buildings } from '#contract/building.ts'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { point as points } from '#contract/point.ts'
import { problem as problems } from '#contract/problem.ts'
import { recordExport } from '#contract/record-export.ts'
import { type FaultRow, type FireRow, type ItemGroup, record, type SeriesPage } from '#contract/record.ts'
import { score } from '#contract/score.ts'
import { shanghaiDay } from '#contract/time.ts'
import { OPEN_ALARM } from '#server/devices/remove-points.ts'
import { point } from '#server/schema/point.table.ts'
import { unlistedPoint } from '#server/schema/unlisted-point.table.ts'
import { problem } from '#server/schema/problem.table.ts'
import { scoreDay } from '#server/schema/score.table.ts'
import { sweep } from '#server/operations/sweep.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { ask, buildingOf, type Paged } from '../support/ask-records.ts'
import { HOUR, MINUTE, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'
import { readExport } from '../support/read-export.ts'

const city = await openApi()
afterAll(() => city.close())

async function scene(t: TestApi) {
  const buildingId = await buildingOf(t, 'unit01')
  const { rows } = await t.db.execute<{
    provider: string
    project: string
    id: string
    number: string
    no: string
  }>(sql`
    select b.provider_id as provider, b.open_project_id as project, p.id, p.point_number as number, p.device_no as no
    from building b join point p on p.building_id = b.id where b.id = ${buildingId} and p.api_id = 1 order by p.id limit 1`)
  const { provider, project: projectId, id, number: pointNumber, no: deviceNo } = rows[0]!
  await t.db.execute(sql`delete from device_event where point_id = ${id}`)
  const program = programOf(t, Number(provider))
  const about = { projectId, pointNumber, phase: 'begin' } as const
  const report = (items: object[]) => program.call(ingest.events, { items: items as never })
  await report([
    { ...about, kind: 'fault', time: wire(t, 50 * MINUTE) },
    {
      ...about,
      kind: 'fire',
      time: wire(t, 40 * MINUTE),
      state: 1,
      handledTime: wire(t, 30 * MINUTE),
    },
  ])
  const token = await t.signIn('unit01')
  return { buildingId, pointId: Number(id), pointNumber, projectId, deviceNo, program, report, about, token }
}

type Scene = Awaited<ReturnType<typeof scene>>

async function shown(t: TestApi, { buildingId, pointId, deviceNo, token }: Scene) {
  const list = { relationId: buildingId, pageSize: 100, search: deviceNo }
  const fires = await ask<Paged<FireRow>, typeof record.fires>(t, record.fires, { ...list, apiId: 1 }, token)
  const faults = await ask<Paged<FaultRow>, typeof record.faults>(t, record.faults, { ...list, apiId: 2 }, token)
  const history = await ask<SeriesPage, typeof record.history>(t, record.history, { id: pointId, apiId: 1 }, token)
  const url = await ask<string, typeof recordExport.series>(t, recordExport.series, { id: pointId, apiId: 1 }, token)
  const { rows: exported } = await readExport(t, url)
  expect(exported).toHaveLength(history.list.length)
  return { fires, faults, history, exported }
}

const problemsOf = (t: TestApi, pointId: number) => t.db.select().from(problem).where(eq(problem.pointId, pointId))

const WAYS: readonly [string, 'point-removed' | 'provider-released', (t: TestApi, s: Scene) => Promise<number>][] = [
  [
    'a unit deletes the point',
    'point-removed',
    async (t, { pointId, token }) => (await t.call(points.delete, { id: pointId }, token)).body.code,
  ],
  [
    'the provider removes the point',
    'point-removed',
    async (_, { program, projectId, pointNumber }) => {
      const { data } = await program.call(ingest.removePoints, { items: [{ projectId, pointNumber }] })
      return (data as Outcome).accepted === 1 ? 200 : 0
    },
  ],
  [
    'the building is released from its provider',
    'provider-released',
    async (t, { buildingId, token }) => (await t.call(buildings.releaseProvider, { buildingId }, token)).body.code,
  ],
]

describe.each(WAYS)('when %s', (_, closedFor, remove) => {
  test(
    'its records are listed, found and named as before',
    city.undone(async (t) => {
      const s = await scene(t)
      const before = await shown(t, s)
      expect([before.fires.total, before.faults.total]).toEqual([1, 1])
      expect(await remove(t, s)).toBe(200)
      expect(await shown(t, s)).toEqual(before)
    }),
  )

  test(
    'its building changes, without a score if it was the last point',
    city.undone(async (t) => {
      const s = await scene(t)
      await t.db.execute(sql`delete from point where building_id = ${s.buildingId} and id <> ${s.pointId}`)
      const scoreOf = () =>
        ask<{ score: number | null }, typeof score.current>(t, score.current, { buildingId: s.buildingId }, s.token)
      expect((await scoreOf()).score).not.toBeNull()
      // Nothing else of the building changes.
      await t.db.execute(sql`
        update problem set solved_at = happened_at where building_id = ${s.buildingId} and point_id <> ${s.pointId}`)
      await t.db.execute(sql`
        update building set access_status = 0, access_at = null, must_percent = 0, optional_percent = 0
        where id = ${s.buildingId}`)
      await t.db.execute(sql`delete from change`)
      expect(await remove(t, s)).toBe(200)
      expect((await scoreOf()).score).toBeNull()
      const { rows } = await t.db.execute(sql`select building_id::int as id from change where kind = 'building'`)
      expect(rows).toEqual([{ id: s.buildingId }])
      const today = sql`building_id = ${s.buildingId} and day = ${shanghaiDay(t.clock.now())}::date`
      expect(await t.db.$count(scoreDay, today)).toBe(0)
    }),
  )

  test(
    'its open problems are closed for that reason and do not count as solved',
    city.undone(async (t) => {
      const s = await scene(t)
      const counts = () =>
        ask<{ resolvedNum: number; notSolvedNum: number; totalNum: number }, typeof problems.facilityCounts>(
          t,
          problems.facilityCounts,
          { buildingId: s.buildingId },
          s.token,
        )
      const before = await counts()
      expect(await problemsOf(t, s.pointId)).toContainEqual(expect.objectContaining({ cause: 'fault', solvedAt: null }))
      expect(await remove(t, s)).toBe(200)
      expect(await problemsOf(t, s.pointId)).toContainEqual(expect.objectContaining({ cause: 'fault', closedFor }))
      const after = await counts()
      expect([after.resolvedNum, after.totalNum]).toEqual([before.resolvedNum, before.totalNum])
      const closed = await ask<
        Paged<{ questionStatus: string; closeReason: string | null }>,
        typeof problems.facilityList
      >(t, problems.facilityList, { buildingId: s.buildingId, questionStatus: 2, pageSize: 100 }, s.token)
      expect(closed.total).toBe(after.totalNum - after.resolvedNum - after.notSolvedNum)
      expect(closed.list[0]).toMatchObject({
        questionStatus: '2',
        closeReason: closedFor === 'point-removed' ? '点位已删除' : '已解绑服务商',
      })
    }),
  )

  test(
    'its item types remain in the menu while they have records',
    city.undone(async (t) => {
      const s = await scene(t)
      await t.db.execute(sql`delete from point where building_id = ${s.buildingId} and id <> ${s.pointId}`)
      const systems = async () =>
        (await ask<ItemGroup[], typeof record.must>(t, record.must, { buildingId: s.buildingId }, s.token)).map(
          ({ systemId }) => systemId,
        )
      expect(await systems()).toEqual(['1'])
      expect(await remove(t, s)).toBe(200)
      expect(await systems()).toContain('1')
    }),
  )

  test(
    'registering its number again restores the point with its id and records',
    city.undone(async (t) => {
      const s = await scene(t)
      const { rows } = await t.db.execute<{ provider: string }>(
        sql`select provider_id as provider from building where id = ${s.buildingId}`,
      )
      expect(await remove(t, s)).toBe(200)
      await t.db.execute(sql`update building set provider_id = ${rows[0]!.provider} where id = ${s.buildingId}`)
      const { projectId, pointNumber } = s
      await s.program.call(ingest.registerPoints, {
        items: [{ projectId, pointNumber, deviceNo: 'N', deviceName: '新烟感', deviceType: 42, apiId: 1 }],
      })
      const [again] = await t.db.select().from(point).where(eq(point.id, s.pointId))
      expect(again).toMatchObject({ pointNumber, openRank: 2, releasedAt: null })
      expect(await t.db.$count(unlistedPoint, eq(unlistedPoint.id, s.pointId))).toBe(0)
      await s.report([{ ...s.about, kind: 'fault', phase: 'end', time: wire(t, MINUTE) }])
      const { faults } = await shown(t, s)
      expect(faults.list).toMatchObject([{ deviceNo: s.deviceNo, status: 1 }])
    }),
  )
})

describe('a point with an open alarm', () => {
  const STATES: readonly [string, object[], boolean][] = [
    ['nobody has judged', [{}], true],
    ['is real and lasts', [{ state: 2 }], true],
    ['ended and nobody has judged', [{}, { phase: 'end' }], true],
    ['was false', [{ state: 1 }], false],
    ['was real and ended', [{ state: 2 }, { phase: 'end' }], false],
  ]

  test.each(STATES)('that %s', (_, reports, isOpen) =>
    city.undone(async (t) => {
      const s = await scene(t)
      const items = reports.map((one: { phase?: string; state?: number }) => ({
        ...s.about,
        ...one,
        kind: 'fire',
        time: wire(t, one.phase === 'end' ? MINUTE : 2 * MINUTE),
        ...(one.state && { handledTime: wire(t, MINUTE) }),
      }))
      await s.report(items)
      const { body } = await t.call(points.delete, { id: s.pointId }, s.token)
      const { projectId, pointNumber } = s
      const { data } = await s.program.call(ingest.removePoints, { items: [{ projectId, pointNumber }] })
      const [result] = (data as Outcome).results
      expect([body.code, result]).toEqual(
        isOpen ? [409, { result: 'refused', message: OPEN_ALARM }] : [200, { result: 'duplicate', message: null }],
      )
      expect(body.message === OPEN_ALARM).toBe(isOpen)
    })(),
  )

  test(
    'is kept when its building is released, until the alarm is judged',
    city.undone(async (t) => {
      const s = await scene(t)
      await s.report([{ ...s.about, kind: 'fire', time: wire(t, 2 * MINUTE) }])
      await t.call(buildings.releaseProvider, { buildingId: s.buildingId }, s.token)
      const left = () => t.db.select().from(point).where(eq(point.buildingId, s.buildingId))
      expect((await left()).find(({ id }) => id === s.pointId)).toMatchObject({
        openRank: 1,
        online: false,
        releasedAt: t.clock.now(),
      })
      const open = await t.db
        .select()
        .from(problem)
        .where(and(eq(problem.buildingId, s.buildingId), isNull(problem.solvedAt)))
      const kept = new Set((await left()).map(({ id }) => id))
      expect(open.filter(({ pointId }) => pointId !== null && !kept.has(pointId))).toEqual([])
      await sweep(t.deps)
      expect((await left()).some(({ id }) => id === s.pointId)).toBe(true)
      await t.db.execute(sql`
        update device_event set state = 1, handled_at = ${t.clock.now().toISOString()} where building_id = ${s.buildingId} and state = 0`)
      await sweep(t.deps)
      expect(await left()).toEqual([])
    }),
  )

  test(
    'keeps only the problem of the alarm when its building is released; the others close for that reason',
    city.undone(async (t) => {
      const s = await scene(t)
      await s.report([{ ...s.about, kind: 'fire', time: wire(t, 25 * HOUR) }])
      const openAt = async () =>
        (await problemsOf(t, s.pointId))
          .filter(({ solvedAt }) => !solvedAt)
          .map(({ cause }) => cause)
          .toSorted()
      expect(await openAt()).toEqual(['alarm-unhandled', 'fault'])
      await t.call(buildings.releaseProvider, { buildingId: s.buildingId }, s.token)
      expect(await openAt()).toEqual(['alarm-unhandled'])
      expect(await problemsOf(t, s.pointId)).toContainEqual(
        expect.objectContaining({ cause: 'fault', closedFor: 'provider-released', todoStatus: 0 }),
      )
    }),
  )
})

describe('a provider', () => {
  test(
    'is informed which points were removed and by whom, also when it reports for one',
    city.undone(async (t) => {
      const s = await scene(t)
      const { projectId, pointNumber, program } = s
      await t.call(points.delete, { id: s.pointId }, s.token)
      const { data } = await program.call(ingest.removedPoints, { projectId })
      expect(data).toMatchObject({
        list: [{ pointNumber, deviceNo: s.deviceNo, removedBy: 'unit', removedTime: wire(t, 0) }],
        total: 1,
      })
      const refused = await s.report([{ ...s.about, kind: 'fault', time: wire(t, 0) }])
      expect((refused.data as Outcome).results).toEqual([
        { result: 'refused', message: '点位已删除，如仍在使用请重新登记' },
      ])
    }),
  )
})
