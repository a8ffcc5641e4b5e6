import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { approval as approvals } from '#contract/approval.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building as calls } from '#contract/building.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ingest } from '#contract/ingest.ts'
import { provider as providers } from '#contract/provider.ts'
import { alarm } from '#server/schema/alarm.table.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { message } from '#server/schema/message.table.ts'
import { ELECTRICAL_ALARM_API } from '#server/evaluation/gauge-limits.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { MINUTE, OWN, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'
import { PROPOSED, sendJson } from '../support/register-forms.ts'

const city = await openApi()
afterAll(() => city.close())

type Page = OutputOf<typeof calls.list>
const list = async (t: TestApi, token: string, input: InputOf<typeof calls.list> = {}) =>
  (await t.call(calls.list, { pageSize: 100, ...input }, token)).body.data as Page
const ids = ({ list: rows }: Page) => rows.map(({ id }) => Number(id)).sort((a, b) => a - b)

async function boundTo(t: TestApi, account: string): Promise<number[]> {
  const { rows } = await t.db.execute<{ id: number }>(
    `select b.building_id::int as id from building_unit b join account a on a.unit_id = b.unit_id
     where a.account = '${account}' and b.kind = 'bound' order by 1`,
  )
  return rows.map(({ id }) => id)
}

describe('the scope of the building list', () => {
  test(
    'for a unit is its bound buildings, for a property company those it manages',
    city.undone(async (t) => {
      for (const account of ['unit01', 'unit02', 'wuye01']) {
        const seen = ids(await list(t, await t.signIn(account)))
        expect(seen.length).toBeGreaterThan(0)
        expect(seen).toEqual(await boundTo(t, account))
      }
    }),
  )

  test(
    'for a provider is those it serves, for a district its own, for the city all; another district answers 404',
    city.undone(async (t) => {
      const all = await t.db.select().from(building).where(eq(building.registered, true)).orderBy(building.id)
      const isv = await list(t, await t.signIn('isv01'))
      expect(ids(isv)).toEqual(all.filter((b) => b.providerId === 301).map((b) => b.id))
      const jingan = await t.signIn('jingan')
      expect(ids(await list(t, jingan))).toEqual(all.filter((b) => b.county === '310106').map((b) => b.id))
      expect((await t.call(calls.list, { county: '310101' }, jingan)).body.code).toBe(404)
      expect((await list(t, await t.signIn('zhidui'))).total).toBe(all.length)
    }),
  )

  test(
    'excludes buildings of other units, which answer 404 to reading and releasing',
    city.undone(async (t) => {
      const [foreign = 0] = await boundTo(t, 'unit02')
      const token = await t.signIn('unit01')
      for (const call of [calls.approveDetail, calls.release, calls.releaseProvider])
        expect((await t.call(call, { buildingId: foreign }, token)).body).toMatchObject({ code: 404, data: null })
    }),
  )
})

describe('a row', () => {
  test(
    'shows the building, its provider and how far it is connected',
    city.undone(async (t) => {
      const { list: rows } = await list(t, await t.signIn('unit01'))
      const [first] = rows
      expect(rows.map(({ id }) => Number(id))).toEqual(ids({ list: rows, total: 0 }).toReversed())
      const [row] = await t.db
        .select()
        .from(building)
        .where(eq(building.id, Number(rows.at(-1)?.id)))
      expect(rows.at(-1)).toMatchObject({
        name: row!.name,
        complexName: row!.complexName,
        countyName: '静安区',
        accessStatus: row!.accessStatus,
        mustNumPre: row!.mustPercent,
        noMustNumPre: row!.optionalPercent,
        iotProviderId: String(row!.providerId),
      })
      expect(first).toMatchObject({ iotProviderId: '0', isvName: null, approveStatus: 0 })
    }),
  )

  test(
    'counts its points and flags fewer than 60 % online',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const [{ id = 0 } = {}] = (await t.db.execute<{ id: number }>('select building_id::int as id from point limit 1'))
        .rows
      await t.db.execute(
        `delete from point where building_id = ${id} and id not in (select id from point where building_id = ${id} limit 10)`,
      )
      const row = async (online: number) => {
        await t.db.execute(
          `update point set online = id in (select id from point where building_id = ${id} order by id limit ${online}) where building_id = ${id}`,
        )
        return (await list(t, token)).list.find((one) => one.id === String(id))
      }
      expect(await row(6)).toMatchObject({ pointNum: 10, pointThreshold: 0 })
      expect(await row(5)).toMatchObject({ pointNum: 10, pointThreshold: 1 })
    }),
  )
})

describe('a filter', () => {
  test(
    'returns exactly the matching rows, alone and with others',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const all = await t.db.select().from(building).where(eq(building.registered, true)).orderBy(building.id)
      const one = all.find((b) => b.accessStatus === 2)!
      const cases: [InputOf<typeof calls.list>, (b: typeof one) => boolean][] = [
        [{ isAccess: 3 }, (b) => b.accessStatus === 3],
        [{ isAccess: '0,3' }, (b) => b.accessStatus === 0 || b.accessStatus === 3],
        [{ isAccess: '' }, () => true],
        [{ county: '310115000000' }, (b) => b.county === '310115'],
        [{ province: '310000', city: '310100' }, () => true],
        [{ street: one.streetNo }, (b) => b.streetNo === one.streetNo],
        [{ street: `${one.streetNo}000` }, (b) => b.streetNo === one.streetNo],
        [{ isvId: 302 }, (b) => b.providerId === 302],
        [{ complexName: one.complexName }, (b) => b.complexName === one.complexName],
        [
          { search: one.name.slice(0, 2) },
          (b) => `${b.name}|${b.complexName}|${b.addressDetail}`.includes(one.name.slice(0, 2)),
        ],
        [
          { isAccess: 1, county: '310106', isvId: 301 },
          (b) => b.accessStatus === 1 && b.county === '310106' && b.providerId === 301,
        ],
      ]
      for (const [input, fits] of cases) {
        const page = await list(t, token, input)
        expect([input, ids(page)]).toEqual([input, all.filter(fits).map((b) => b.id)])
        expect(page.total).toBe(page.list.length)
      }
    }),
  )

  test(
    'takes a percent sign, an underscore and a backslash literally',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      await t.db.update(building).set({ name: '百分%之_五\\十' }).where(eq(building.id, 2001))
      for (const search of ['%', '_', '\\', '%之_五\\']) expect(ids(await list(t, token, { search }))).toEqual([2001])
    }),
  )

  test(
    'answers 404 to an area of another platform and 400 to an invalid value',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const code = async (input: InputOf<typeof calls.list>) => (await t.call(calls.list, input, token)).body.code
      expect(await code({ province: '440000' })).toBe(404)
      expect(await code({ street: '310106' })).toBe(404)
      expect(await code({ county: 'x' })).toBe(400)
      expect(await code({ isAccess: 9 as never })).toBe(400)
      expect(await code({ pageSize: 1000 })).toBe(400)
    }),
  )
})

describe('header statistics', () => {
  test(
    'count each access status of the buildings in scope, and of an area',
    city.undone(async (t) => {
      const all = await t.db.select().from(building).where(eq(building.registered, true)).orderBy(building.id)
      const of = (rows: typeof all) => {
        const n = (status: number) => rows.filter((b) => b.accessStatus === status).length
        return { hasAccess: n(1), notAccess: n(0), accessing: n(2), accessFailed: n(3) }
      }
      const token = await t.signIn('zhidui')
      expect((await t.call(calls.headStatistics, {}, token)).body.data).toMatchObject(of(all))
      const area = all.filter((b) => b.county === '310115' && b.providerId === 301)
      expect((await t.call(calls.headStatistics, { county: '310115', isvId: 301 }, token)).body.data).toMatchObject(
        of(area),
      )
    }),
  )

  test(
    'filter by a range of the latest score',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const { rows } = await t.db.execute<{ n: number }>(`select count(*)::int as n from building b where
        (select score from score_day s where s.building_id = b.id order by day desc limit 1) between 80 and 90`)
      const { body } = await t.call(calls.headStatistics, { startScore: 80, endScore: 90 }, token)
      const { conditions: _, ...counts } = body.data as Record<string, number>
      expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(rows[0]!.n)
    }),
  )
})

describe('the approval tab', () => {
  test(
    'lists pending and rejected buildings, counts both, and has its own pages',
    city.undone(async (t) => {
      const token = await t.signIn('zhidui')
      const waiting = (await t.db.select().from(building).orderBy(building.id)).filter((b) => b.approveStatus !== null)
      const page = (await t.call(calls.approveList, { pageSize: 5, currentPage: 2 }, token)).body.data as Page
      expect(page.total).toBe(waiting.length)
      expect(page.list.map(({ id }) => Number(id))).toEqual(
        waiting
          .map((b) => b.id)
          .toReversed()
          .slice(5, 10),
      )
      const refused = waiting.filter((b) => b.approveStatus === 1)
      const answer = await t.call(calls.approveList, { approveStatus: 1, pageSize: 100 }, token)
      expect(ids(answer.body.data as Page)).toEqual(refused.map((b) => b.id))
      for (const row of (answer.body.data as Page).list) expect(row.refuseReason).toMatch(/^1\./)
      expect((await t.call(calls.approveStatistic, {}, token)).body.data).toEqual({
        approving: waiting.length - refused.length,
        refused: refused.length,
      })
    }),
  )

  test(
    'offers the complexes of its own buildings only; each name once, in order',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const own = (await t.call(calls.complexes, {}, token)).body.data as string[]
      const waiting = (await t.call(calls.approveComplexes, {}, token)).body.data as string[]
      expect(new Set(own).size).toBe(own.length)
      expect(own.length).toBeGreaterThan(waiting.length)
      expect(waiting.every((name) => own.includes(name))).toBe(true)
    }),
  )

  test(
    'opens the submitted form for correction',
    city.undone(async (t) => {
      const [row] = await t.db.select().from(building).where(eq(building.approveStatus, 1))
      const { body } = await t.call(calls.approveDetail, { buildingId: row!.id }, await t.signIn('zhidui'))
      expect(body.data).toMatchObject({
        id: String(row!.id),
        name: row!.name,
        height: row!.height,
        refuseReason: row!.refuseReason,
      })
    }),
  )
})

test(
  'offers the providers that passed their review',
  city.undone(async (t) => {
    const { body } = await t.call(providers.names, {}, await t.signIn('unit01'))
    const { rows } = await t.db.execute<{ name: string }>('select name from provider where status = 1 order by id')
    expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
  }),
)

describe('releasing a building', () => {
  test(
    'unbinds it from this unit alone: other responsible units keep it',
    city.undone(async (t) => {
      const [shared = 0] = await boundTo(t, 'wuye01')
      expect((await t.call(calls.release, { buildingId: shared }, await t.signIn('wuye01'))).body.code).toBe(200)
      expect(await boundTo(t, 'wuye01')).not.toContain(shared)
      const left = await t.db
        .select()
        .from(buildingUnit)
        .where(and(eq(buildingUnit.buildingId, shared), eq(buildingUnit.kind, 'bound')))
      expect(left).toHaveLength(1)
    }),
  )

  test(
    'that was never approved deletes it; an approved one remains for the authority',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const rows = (await list(t, token)).list
      const fresh = Number(rows.find((b) => b.approveStatus === 0)!.id)
      const old = Number(rows.find((b) => b.accessStatus === 3)!.id)
      for (const buildingId of [fresh, old])
        expect((await t.call(calls.release, { buildingId }, token)).body.code).toBe(200)
      expect(await t.db.select().from(building).where(eq(building.id, fresh))).toEqual([])
      expect(await t.db.select().from(building).where(eq(building.id, old))).toHaveLength(1)
      expect(ids(await list(t, token))).not.toContain(old)
    }),
  )

  test(
    'by the city level ends the ties of all its units, tells them, renews the key and keeps provider and records',
    city.undone(async (t) => {
      const [id = 0] = await boundTo(t, 'wuye01')
      const officer = await t.signIn('zhidui')
      const ties = and(eq(buildingUnit.buildingId, id), eq(buildingUnit.kind, 'bound'))
      const units = await t.db.$count(buildingUnit, ties)
      const [before] = await t.db.select().from(building).where(eq(building.id, id))
      const release = async (token: string) => (await t.call(calls.releaseUnits, { buildingId: id }, token)).body
      expect((await release(await t.signIn('wuye01'))).code).toBe(403)
      expect((await release(officer)).code).toBe(200)
      expect(await t.db.$count(buildingUnit, ties)).toBe(0)
      expect(await boundTo(t, 'wuye01')).not.toContain(id)
      const [after] = await t.db.select().from(building).where(eq(building.id, id))
      expect(after).toMatchObject({ name: before!.name, providerId: before!.providerId, registered: true })
      expect(after!.appKey).not.toBe(before!.appKey)
      expect(await t.db.$count(message, eq(message.title, `【解除绑定】${before!.name}`))).toBe(units)
      expect(await release(officer)).toMatchObject({ code: 409, message: '该建筑没有管理单位，无须解除' })
    }),
  )

  test(
    'by the city level is refused for an added building before its approval',
    city.undone(async (t) => {
      await sendJson(t, buildingForm.add, PROPOSED, await t.signIn('unit01'))
      const [added] = await t.db.select().from(building).where(eq(building.name, PROPOSED.name))
      const { body } = await t.call(calls.releaseUnits, { buildingId: added!.id }, await t.signIn('zhidui'))
      expect(body.code).toBe(409)
      expect(await boundTo(t, 'unit01')).toContain(added!.id)
    }),
  )

  test.each(['release', 'withdraw'] as const)(
    'that was never approved and has reported a fire keeps it with its alarm and ends its key: %s',
    (way) =>
      city.undone(async (t) => {
        const token = await t.signIn('unit01')
        expect((await sendJson(t, buildingForm.add, PROPOSED, token)).code).toBe(200)
        const [added] = await t.db.select().from(building).where(eq(building.name, PROPOSED.name))
        const { id, appKey, openProjectId: projectId } = added!
        const program = programOf(t, OWN)
        expect((await program.call(ingest.bindBuilding, { buildingKey: appKey })).code).toBe(200)
        const item = { projectId, pointNumber: 'F-1', deviceNo: 'F-1', deviceName: '烟感', deviceType: 42, apiId: 1 }
        expect((await program.call(ingest.registerPoints, { items: [item] })).data).toMatchObject({ accepted: 1 })
        const fire = { projectId, pointNumber: 'F-1', kind: 'fire', phase: 'begin', time: wire(t, MINUTE) } as const
        expect((await program.call(ingest.events, { items: [fire] })).data).toMatchObject({ accepted: 1 })
        const [asked] = await t.db.select().from(approval).where(eq(approval.buildingId, id))
        const leave = async () =>
          way === 'release'
            ? (await t.call(calls.release, { buildingId: id }, token)).body
            : (await t.call(approvals.withdraw, { approveId: asked!.id }, token)).body
        expect(await leave()).toMatchObject({ code: 409, message: '请先解绑服务商，再解绑建筑' })
        expect((await t.call(calls.releaseProvider, { buildingId: id }, token)).body.code).toBe(200)
        expect((await leave()).code).toBe(200)
        const [kept] = await t.db.select().from(building).where(eq(building.id, id))
        expect(kept).toMatchObject({ registered: false, providerId: null, approveStatus: null })
        expect(kept!.appKey).not.toBe(appKey)
        expect(await t.db.select().from(alarm).where(eq(alarm.buildingId, id))).toMatchObject([{ judgedAt: null }])
        expect(await boundTo(t, 'unit01')).not.toContain(id)
      })(),
  )
})

describe('releasing the provider', () => {
  test(
    'clears alarm-free points, connection and key, closes open problems, keeps the records, in one audited change',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const id = Number((await list(t, token, { isAccess: 1 })).list[0]!.id)
      const count = async (from: string) =>
        (await t.db.execute<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]!.n
      const [before] = await t.db.select().from(building).where(eq(building.id, id))
      const events = await count(`device_event where building_id = ${id}`)
      const readings = await count(`reading where building_id = ${id}`)
      const scores = await count(`score_day where building_id = ${id} and day < '2026-03-23'`)
      const others = await count(`point where building_id <> ${id}`)
      expect(await count(`point where building_id = ${id}`)).toBeGreaterThan(0)
      expect((await t.call(calls.releaseProvider, { buildingId: id }, token)).body.code).toBe(200)
      const [after] = await t.db.select().from(building).where(eq(building.id, id))
      expect(after).toMatchObject({
        providerId: null,
        accessStatus: 0,
        accessAt: null,
        mustPercent: 0,
        optionalPercent: 0,
      })
      expect(after!.appKey).not.toBe(before!.appKey)
      const withAlarm = `select point_id from device_event e where (kind = 'fire' or api_id = ${ELECTRICAL_ALARM_API}) and is_open_event(e.kind, e.state, e.ended_at)`
      expect(await count(`point where building_id = ${id} and released_at is null`)).toBe(0)
      expect(await count(`point where building_id = ${id} and id not in (${withAlarm})`)).toBe(0)
      expect(
        await count(`problem where building_id = ${id} and solved_at is null and cause <> 'alarm-unhandled'`),
      ).toBe(0)
      expect(await count(`point where building_id <> ${id}`)).toBe(others)
      expect(await count(`device_event where building_id = ${id}`)).toBe(events)
      expect(await count(`reading where building_id = ${id}`)).toBe(readings)
      expect(await count(`score_day where building_id = ${id}`)).toBe(scores)
      expect(after).toMatchObject({ latestScore: null, scoredOn: null })
      expect(
        await count(`audit where action = 'building.releaseProvider' and (detail->>'buildingId')::int = ${id}`),
      ).toBe(1)
      expect((await t.call(calls.releaseProvider, { buildingId: id }, token)).body).toMatchObject({
        code: 409,
        message: '该建筑未绑定服务商，无须解绑',
      })
    }),
  )
})
