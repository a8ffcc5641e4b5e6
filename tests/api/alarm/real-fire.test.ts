import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { authority } from '#contract/authority.ts'
import { dashboard } from '#contract/dashboard.ts'
import { ingest } from '#contract/ingest.ts'
import { record } from '#contract/record.ts'
import { recountAggregates } from '#server/evaluation/recount-aggregates.ts'
import { openApi } from '../../support/api-context.ts'
import { MINUTE, OWN, somewhere, wire } from '../../support/point-fixtures.ts'
import { programOf } from '../../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

const AREA = { provinceNo: '', cityNo: '', countyNo: '', buildType: 0 } as const

/** Fires: 2 = real; faults: 2 = repaired. */
const CASES = (['fire', 'fault'] as const).flatMap((kind) =>
  ([0, 1, 2, 3, 4] as const).flatMap((state) =>
    [false, true].map((hasEnded) => ({
      kind,
      state,
      hasEnded,
      isOpen: !hasEnded && (state === 0 || (kind === 'fire' && state === 2)),
    })),
  ),
)

test.each(CASES)(
  'a $kind of state $state, ended $hasEnded: open $isOpen in card, list, records and recount',
  ({ kind, state, hasEnded, isOpen }) =>
    city.undone(async (t) => {
      const { projectId, points, id } = await somewhere(t)
      const token = await t.signIn('zongdui')
      const { rows } = await t.db.execute<{ number: string }>(sql`select point_number as number from point p
        where building_id = ${id} and api_id = 1 and open_rank = 0
          and not exists (select 1 from device_event e where e.point_id = p.id and e.state = 0) order by id limit 1`)
      const pointNumber = rows[0]!.number
      const own = points.find((point) => point.pointNumber === pointNumber)!
      const rank = kind === 'fire' ? 1 : 2
      const counted = async () => {
        const { body } = await t.call(authority.fireAlarm, AREA, token)
        const fireAlarm = body.data as unknown as Record<string, number>
        return fireAlarm[kind === 'fire' ? 'alarmEquipmentNumber' : 'malfunctionEquipmentNumber']!
      }
      const quiet = await counted()
      const item = { projectId, pointNumber, kind, sequence: 7 }
      const report = (more: object) => programOf(t, OWN).call(ingest.events, { items: [{ ...item, ...more }] } as never)
      await report({ phase: 'begin', time: wire(t, 10 * MINUTE) })
      expect(await counted()).toBe(quiet + 1)
      if (state > 0) await report({ phase: 'begin', time: wire(t, 10 * MINUTE), state, handledTime: wire(t, MINUTE) })
      if (hasEnded) await report({ phase: 'end', time: wire(t, 0) })
      const { body: devices } = await t.call(
        dashboard.fireAlarmList,
        { ...AREA, type: 1, status: rank, currentPage: 1, pageSize: 100 } as never,
        token,
      )
      const listed = (devices.data as { list: { id: string }[] }).list.map((row) => row.id)
      const { body: records } = await t.call(
        kind === 'fire' ? record.fires : record.faults,
        { apiId: kind === 'fire' ? 1 : 2, relationId: id, pageSize: 100 } as never,
        token,
      )
      const row = (records.data as { list: { deviceId: string; status: number; state: number }[] }).list.find(
        ({ deviceId, state: handled }) => deviceId === String(own.id) && handled === state,
      )
      expect({
        card: (await counted()) - quiet,
        list: listed.includes(String(own.id)),
        record: row?.status,
        wrongSums: await recountAggregates(t.db),
      }).toEqual({ card: isOpen ? 1 : 0, list: isOpen, record: isOpen ? 0 : 1, wrongSums: 0 })
    })(),
)
