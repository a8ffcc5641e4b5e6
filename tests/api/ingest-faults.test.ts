import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { FIGURE_RANGES, type FigureName } from '#contract/measures.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { MINUTE, OWN, pointNow, type Reading, resultsOf, somewhere, wire } from '../support/point-fixtures.ts'
import { programOf } from '../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const rowsIn = async (t: TestApi) =>
  (
    await t.db.execute<{ rows: number }>(sql`
      select ((select count(*) from device_event) + (select count(*) from device_event_end) + (select count(*) from reading)
        + (select count(*) from point) + (select count(*) from quarantine))::int as rows`)
  ).rows[0]!.rows

const misspelt = (name: string) => `${name[0]}${name[2]}${name[1]}${name.slice(3)}`

describe('a misspelt field', () => {
  test(
    'of any item is rejected at that field, and nothing of the batch is stored',
    city.undone(async (t) => {
      const { projectId, detector, gauge } = await somewhere(t)
      const program = programOf(t, OWN)
      const time = wire(t, MINUTE)
      const whole: readonly (readonly [Endpoint, Record<string, unknown>])[] = [
        [
          ingest.events,
          {
            projectId,
            pointNumber: detector.pointNumber,
            kind: 'fire',
            phase: 'end',
            time,
            sequence: 1,
            state: 1,
            handledTime: time,
            handledBy: '周工',
            handledPhone: '13900000000',
          },
        ],
        [
          ingest.readings,
          { projectId, pointNumber: gauge.pointNumber, time, sequence: 1, measures: { pressure: 0.3 } },
        ],
        [
          ingest.registerPoints,
          {
            projectId,
            pointNumber: 'T-1',
            deviceNo: 'D-1',
            deviceName: '烟感',
            deviceType: 42,
            apiId: 1,
            floor: '3层',
            zone: '走道',
            descript: '',
          },
        ],
        [ingest.removePoints, { projectId, pointNumber: 'T-1' }],
      ]
      const before = await rowsIn(t)
      let tried = 0
      for (const [call, item] of whole)
        for (const name of Object.keys(item)) {
          const { [name]: value, ...rest } = item
          const items = [{ ...rest, [misspelt(name)]: value }]
          const { code, errors } = await program.call(call, { items } as never)
          expect([call.id, name, code]).toEqual([call.id, name, 400])
          expect(Object.keys(errors ?? {}).some((path) => path.endsWith(misspelt(name)))).toBe(true)
          tried += 1
        }
      expect(tried).toBe(26)
      expect(await rowsIn(t)).toBe(before)
    }),
  )

  test(
    'of an event does not default to its beginning: without a phase it is rejected',
    city.undone(async (t) => {
      const { projectId, detector } = await somewhere(t)
      const before = await rowsIn(t)
      const item = { projectId, pointNumber: detector.pointNumber, kind: 'fire', time: wire(t, 0) }
      for (const items of [[item], [{ ...item, pahse: 'end' }], [{ ...item, phase: '' }]])
        expect((await programOf(t, OWN).call(ingest.events, { items } as never)).code).toBe(400)
      expect(await rowsIn(t)).toBe(before)
    }),
  )
})

describe('a figure', () => {
  const NAMES = Object.keys(FIGURE_RANGES) as FigureName[]

  test(
    'outside its range is quarantined with the range, and the point keeps its last value; both limits are accepted',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const program = programOf(t, OWN)
      const before = await pointNow(t, gauge.id)
      let minutes = 0
      const send = (values: readonly number[], name: FigureName) =>
        program.call(ingest.readings, {
          items: values.map((value) => ({
            projectId,
            pointNumber: gauge.pointNumber,
            time: wire(t, (minutes += 1) * MINUTE),
            measures: { [name]: value },
          })),
        })
      for (const name of NAMES) {
        const { from, to } = FIGURE_RANGES[name]
        // Rejected by the contract.
        const outside = [from - 1, to + 1].filter((value) => Math.abs(value) <= 1_000_000_000)
        const { results } = (await send(outside, name)).data as Outcome
        expect([name, ...results.map(({ result }) => result)]).toEqual([name, ...outside.map(() => 'quarantined')])
        for (const { message } of results) expect(message).toContain(`${name}应为 ${from} 至 ${to}`)
      }
      expect((await pointNow(t, gauge.id)).latest).toEqual(before.latest)
      for (const name of NAMES) {
        const { from, to } = FIGURE_RANGES[name]
        expect([name, ...resultsOf(await send([from, to], name))]).toEqual([name, 'accepted', 'accepted'])
      }
    }),
  )

  test.each([-5, 410])('of pressure such as %d MPa is quarantined', (pressure) =>
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const items = [{ projectId, pointNumber: gauge.pointNumber, time: wire(t, 0), measures: { pressure } }]
      expect(resultsOf(await programOf(t, OWN).call(ingest.readings, { items }))).toEqual(['quarantined'])
    })(),
  )
})

test(
  'a beginning with and without its handling has the same result in one batch as in two',
  city.undone(async (t) => {
    const { projectId, detector } = await somewhere(t)
    const program = programOf(t, OWN)
    const about = (sequence: number) => {
      const begin = {
        projectId,
        pointNumber: detector.pointNumber,
        kind: 'fire',
        phase: 'begin',
        time: wire(t, MINUTE),
      }
      const plain = { ...begin, sequence } as const
      return { plain, handled: { ...plain, state: 1, handledTime: wire(t, 0) } }
    }
    const send = async (items: readonly object[]) => resultsOf(await program.call(ingest.events, { items } as never))
    for (const [i, order] of (['plain handled', 'handled plain', 'handled handled plain'] as const).entries()) {
      const [together, apart] = [about(2 * i), about(2 * i + 1)]
      const names = order.split(' ') as ('plain' | 'handled')[]
      const one = await send(names.map((name) => together[name]))
      const each: string[] = []
      for (const name of names) each.push(...(await send([apart[name]])))
      expect([order, one]).toEqual([order, each])
    }
  }),
)

test(
  'a device type that cannot report the item type is rejected with the reason, and the rest of the batch is registered',
  city.undone(async (t) => {
    const { projectId } = await somewhere(t)
    const item = (pointNumber: string, deviceType: number, apiId: number) => ({
      projectId,
      pointNumber,
      deviceNo: pointNumber,
      deviceName: '设备',
      deviceType,
      apiId,
    })
    const items = [
      item('T-1', 42, 17),
      item('T-2', 140, 17),
      item('T-3', 140, 16),
      item('T-4', 42, 1),
      item('T-5', 200, 17),
    ]
    const { data } = await programOf(t, OWN).call(ingest.registerPoints, { items })
    expect((data as Outcome).results).toEqual([
      { result: 'refused', message: '设备类型“点型光电感烟火灾探测器”不能上报“消火栓管网压力”' },
      { result: 'accepted', message: null },
      { result: 'refused', message: '设备类型“管网压力传感器”不能上报“消防水箱（池）液位”' },
      { result: 'accepted', message: null },
      { result: 'accepted', message: null },
    ])
  }),
)

test(
  'readings that are quarantined or refused are logged with their provider and the first reason',
  city.undone(async (t) => {
    const { projectId, gauge } = await somewhere(t)
    const item = (pointNumber: string, ahead: number): Reading => ({
      projectId,
      pointNumber,
      time: wire(t, -ahead),
      measures: { pressure: 0.4 },
    })
    const program = programOf(t, OWN)
    const toldOf = async (items: Reading[]) => {
      t.logged.length = 0
      await program.call(ingest.readings, { items })
      const lines = t.logged.map((line) => JSON.parse(line) as { msg: string })
      return lines.filter(({ msg }) => msg === 'items not accepted')
    }
    expect(await toldOf([item(gauge.pointNumber, 0)])).toEqual([])
    expect(
      await toldOf([
        item(gauge.pointNumber, 1000),
        item(gauge.pointNumber, 6 * MINUTE),
        item('not registered', 0),
        item('nor this', 0),
      ]),
    ).toMatchObject([
      { providerId: OWN, kind: 'readings', quarantined: 1, refused: 2, reason: expect.stringContaining('时间超前') },
    ])
  }),
)
