import { sql } from 'drizzle-orm'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import type { TestApi } from './api-context.ts'
import { programOf } from './provider-program.ts'

export const MINUTE = 60_000

export async function one<T>(db: Db, query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await db.execute(query)
  const [row] = rows
  if (!row) throw new Error('no row')
  return row as T
}

export const leaveToUnit01 = (t: TestApi, buildingId: number) =>
  t.db.execute(sql`delete from building_unit where building_id = ${buildingId} and unit_id not in
    (select unit_id from account where account = 'unit01')`)

/** With smoke detectors and no alarms. */
export async function alarmScene(t: TestApi) {
  const place = await one<{ id: number; project: string }>(
    t.db,
    sql`select b.id::int as id, b.open_project_id as project from building b
      join building_unit u on u.building_id = b.id and u.kind = 'bound'
      join account a on a.unit_id = u.unit_id and a.account = 'unit01'
      where b.access_status = 1 and b.approve_status is null order by b.id limit 1`,
  )
  await t.db.execute(
    sql`update building set county = '310106', provider_id = ${FIRST_PROVIDER_ID} where id = ${place.id}`,
  )
  await t.db.execute(sql`
    insert into building_unit (building_id, unit_id, kind, created_at, modified_at)
    select ${place.id}, unit_id, 'bound', now(), now() from account where account = 'wuye01' on conflict do nothing`)
  await t.db.execute(sql`delete from alarm where building_id = ${place.id}`)
  await t.db.execute(
    sql`delete from device_event where building_id = ${place.id} and (kind = 'fire' or api_id in (11, 12))`,
  )
  const { rows } = await t.db.execute<{ id: number; number: string }>(sql`
    select id::int as id, point_number as number from point where building_id = ${place.id} and api_id = 1 order by id limit 6`)
  const program = programOf(t, FIRST_PROVIDER_ID)
  let sequence = 1000
  const wire = (agoMs: number) => toWireTime(new Date(t.clock.now().getTime() - agoMs))
  type Item = InputOf<typeof ingest.events>['items'][number]
  const report = async (...items: Partial<Item>[]) => {
    const body = await program.call(ingest.events, {
      items: items.map((item) => ({
        projectId: place.project,
        pointNumber: rows[0]!.number,
        kind: 'fire',
        phase: 'begin',
        time: wire(0),
        sequence: 0,
        ...item,
      })) as Item[],
    })
    if (body.code !== 200) throw new Error(body.message)
    return body.data as { results: { result: string }[] }
  }
  const tokens = new Map<string, Promise<string>>()
  return {
    ...place,
    points: rows,
    wire,
    report,
    nextSequence: () => sequence++,
    /** @returns the provider's item */
    async fire(point = 0, agoMs = 0) {
      const item = { pointNumber: rows[point]!.number, time: wire(agoMs), sequence: sequence++ }
      await report(item)
      return item
    },
    async addPoint(number: string, apiId: number) {
      const item = { projectId: place.project, pointNumber: number, deviceNo: number, deviceName: number }
      const body = await program.call(ingest.registerPoints, { items: [{ ...item, apiId, deviceType: 42 }] })
      if (body.code !== 200) throw new Error(body.message)
      return { number }
    },
    token(account: string) {
      const known = tokens.get(account) ?? t.signIn(account)
      tokens.set(account, known)
      return known
    },
    async send<E extends Endpoint>(account: string | null, call: E, input: InputOf<E>) {
      const token = account === null ? null : await this.token(account)
      const { body } = await t.call(call, input, token)
      return body as { code: number; message: string; data: never }
    },
    async list(account = 'unit01'): Promise<AlarmRow[]> {
      const { data } = await this.send(account, alarm.list, { buildingId: String(place.id) })
      return (data as { list: AlarmRow[] }).list
    },
    async open(account = 'unit01'): Promise<AlarmRow> {
      const [first] = await this.list(account)
      if (!first) throw new Error('no alarm')
      return first
    },
    async records() {
      const { rows: found } = await t.db.execute<Record<string, unknown>>(sql`
        select point_id::int as point, sequence, state, handled_by as by, handled_rank as rank,
          extract(epoch from handled_at)::float8 as at, ended_at is not null as ended
        from device_event where building_id = ${place.id} and kind = 'fire' order by point_id, occurred_at, sequence`)
      return found
    },
  }
}

export type AlarmScene = Awaited<ReturnType<typeof alarmScene>>
