import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { COMMAND, timeBytes } from '#server/devices/gateway/frame.ts'
import type { Metrics } from '#server/platform/deps.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { point } from '#server/schema/point.table.ts'
import { quarantine } from '#server/schema/quarantine.table.ts'
import { reading } from '#server/schema/record.table.ts'
import { transmissionDevice } from '#server/schema/transmission-device.table.ts'
import { unplacedFire } from '#server/schema/unplaced-fire.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { ADDRESS, ago, four, frame, registered, status, talk, two } from '../support/transmitter.ts'

const city = await openApi()
afterAll(() => city.close())

const FIRE = 1
/** The gateway's first, and 128 a frame. */
const numberOf = (serial: number, order: number) => 1_073_741_824 + serial * 128 + order
const analogs = (at: Date, ...values: (readonly [number, number, number])[]) => [
  3,
  values.length,
  ...values.flatMap(([address, code, steps]) => [11, 0, 140, ...four(address), code, ...two(steps), ...timeBytes(at)]),
]

function watched(t: TestApi) {
  const warned: unknown[] = []
  const counted: unknown[] = []
  const log = { ...t.deps.log, info: () => undefined, warn: (what: unknown) => void warned.push(what) }
  const ingested: Metrics['ingested'] = (kind, { accepted, duplicate, refused }) =>
    void counted.push([kind, accepted, duplicate, refused])
  const operations = { ...NOOP_OPERATIONS, metrics: { ...NO_METRICS, ingested } }
  return { warned, counted, t: { ...t, deps: { ...t.deps, log, operations } } as TestApi }
}

describe('messages of a frame', () => {
  test(
    'that cannot be stored are quarantined in full, each with its number; the others are stored',
    city.undone(async (t) => {
      const { id, projectId } = await registered(t)
      const at = ago(t, 1)
      const old = new Date('2001-01-01T00:00:00+08:00')
      const known = watched(t)
      const units = [analogs(at, [9, 5, 4000], [998, 5, 4100], [9, 77, 12]), analogs(old, [9, 5, 4200])]
      await talk(
        known.t,
        units.map((unit, i) => frame(t, 70 + i, unit)),
        2,
      )
      const rows = await t.db.select().from(quarantine).where(eq(quarantine.buildingId, id)).orderBy(asc(quarantine.id))
      const kept = (pointNumber: string, serial: number, order: number, time: Date, said: object) => ({
        projectId,
        pointNumber,
        time: time.toISOString(),
        sequence: numberOf(serial, order),
        ...said,
      })
      const row = (reason: string, occurredAt: Date, item: { pointNumber: string }) => ({
        providerId: FIRST_PROVIDER_ID,
        pointNumber: item.pointNumber,
        itemKind: 'reading',
        reason,
        occurredAt,
        item,
      })
      expect(rows).toMatchObject([
        row('unknown-point', at, kept('11.0.998', 70, 1, at, { measures: { pressure: 0.41 } })),
        row('unknown-code', at, kept('11.0.9', 70, 2, at, { code: 77, steps: 12 })),
        row('expired', old, kept('11.0.9', 71, 0, old, { measures: { pressure: 0.42 } })),
      ])
      expect(known.counted).toEqual([
        ['readings', 1, 0, 1],
        ['events', 0, 0, 0],
        ['readings', 0, 0, 1],
        ['events', 0, 0, 0],
      ])
      const refused = { providerId: FIRST_PROVIDER_ID, kind: 'readings', quarantined: 0, refused: 1 }
      expect(known.warned).toMatchObject([
        { ...refused, reason: '建筑或点位不存在' },
        { ...refused, reason: '时间早于数据保存期限' },
      ])
      const stored = await t.db.select().from(reading).where(eq(reading.at, at))
      expect(stored).toMatchObject([{ sequence: numberOf(70, 0), measures: { pressure: 0.4 } }])
    }),
  )

  test(
    'are accepted in a reply as in a report, without a confirmation',
    city.undone(async (t) => {
      await registered(t)
      const reply = frame(t, 1, analogs(ago(t, 1), [9, 5, 4000]), { command: COMMAND.reply })
      const answers = await talk(t, [reply, frame(t, 2, [])], 1)
      expect(answers).toMatchObject([{ command: COMMAND.confirm, serial: 2 }])
      const [gauge] = await t.db.select().from(point).where(eq(point.pointNumber, '11.0.9'))
      expect(gauge?.latest).toEqual({ pressure: 0.4 })
    }),
  )

  test(
    'are accepted for every retained month',
    city.undone(async (t) => {
      await registered(t)
      const at = new Date(t.clock.now())
      at.setUTCMonth(at.getUTCMonth() - 2)
      const month = at.toISOString().slice(0, 7).replace('-', '')
      await t.db.execute(`drop table reading_${month}`)
      const answers = await talk(t, [frame(t, 1, analogs(at, [9, 5, 4000]))], 1)
      expect(answers).toMatchObject([{ command: COMMAND.confirm }])
      expect(await t.db.select().from(reading).where(eq(reading.at, at))).toMatchObject([
        { measures: { pressure: 0.4 } },
      ])
    }),
  )
})

describe('a frame that is denied', () => {
  test(
    'is logged with the reason and stored nowhere',
    city.undone(async (t) => {
      await registered(t)
      const known = watched(t)
      const fire = status(ago(t, 1), 1, 42, 7, 0, FIRE)
      const frames = [
        frame(t, 1, fire, { command: COMMAND.request }),
        frame(t, 2, fire, { mainVersion: 2 }),
        frame(t, 3, [99, 1, 0]),
        frame(t, 4, fire, { source: ADDRESS + 1, mainVersion: 2 }),
        frame(t, 5, [99, 1, 0], { source: ADDRESS + 1 }),
        frame(t, 6, fire, { source: ADDRESS + 1 }),
      ]
      await talk(known.t, frames, 6)
      expect(known.warned).toEqual(
        ['command', 'version', 'unit', 'device', 'device', 'device'].map((refusal, i) => ({
          source: i < 3 ? ADDRESS : ADDRESS + 1,
          serial: i + 1,
          refusal,
        })),
      )
      expect(known.counted).toEqual([])
      expect(await t.db.select().from(unplacedFire)).toMatchObject([
        { sequence: numberOf(6, 0), occurredAt: ago(t, 1) },
      ])
    }),
  )

  test(
    'includes frames of a device of an edition without a table',
    city.undone(async (t) => {
      await registered(t)
      await t.db.update(transmissionDevice).set({ protocol: 'GB/T 0' })
      const known = watched(t)
      await talk(known.t, [frame(t, 1, status(ago(t, 1), 1, 42, 7, 0))], 1)
      expect(known.warned).toMatchObject([{ refusal: 'device' }])
    }),
  )
})

test(
  'a device’s report updates points of its building only',
  city.undone(async (t) => {
    const place = await registered(t)
    await t.db.update(point).set({ validAt: null, reportedAt: null, online: false })
    await talk(t, [frame(t, 1, [21, 1, 0, ...timeBytes(ago(t, 1))])], 1)
    const online = (await t.db.select().from(point)).filter((one) => one.online)
    expect(online.length).toBeGreaterThan(0)
    expect(new Set(online.map(({ buildingId }) => buildingId))).toEqual(new Set([place.id]))
  }),
)

test(
  'a device’s report ends the silence of the components behind it at once',
  city.undone(async (t) => {
    const { id } = await registered(t)
    const causes = async () =>
      (
        await t.db.execute(sql`
          select x.cause from trouble x join point p on p.id = x.point_id
          where p.building_id = ${id} and p.point_number = '1.0.7'`)
      ).rows
    expect(await causes()).toEqual([{ cause: 'mute' }])
    await talk(t, [frame(t, 1, [21, 1, 0, ...timeBytes(ago(t, 1))])], 1)
    expect(await causes()).toEqual([])
  }),
)
