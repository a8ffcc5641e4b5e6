import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import { validBit } from '#server/devices/valid-report.ts'
import { ingestReadings } from '#server/devices/ingest/ingest-readings.ts'
import { evaluateBatch } from '#server/evaluation/evaluate-batch.ts'

export interface EquipmentOf {
  readonly id: number
  readonly buildingId: number
  readonly apiId: number
}

type Kind = 'fire' | 'fault' | 'shield'

const iso = (at: Date) => at.toISOString()

export function reports(db: Db, point: EquipmentOf, now: Date) {
  const follow = (earliest: Date, withEvents: boolean) =>
    evaluateBatch(db, {
      now,
      pointIds: [point.id],
      eventPointIds: withEvents ? [point.id] : [],
      earliest,
    })
  const validAt = (at: Date) => (validBit(point.apiId) === 0 ? iso(at) : null)
  const spoke = (at: Date) => sql`
    update point set reported_at = greatest(reported_at, ${iso(at)}::timestamptz),
      valid_at = greatest(valid_at, ${validAt(at)}::timestamptz), online = online or ${validAt(at) !== null},
      received_at = case when reported_at is null or ${iso(at)}::timestamptz > reported_at then ${iso(now)}::timestamptz else received_at end
    where id = ${point.id}`
  return {
    /** Reports as a provider's program does. */
    async reading(measures: Record<string, number>, at = now): Promise<void> {
      const { rows } = await db.execute<{ provider: string; project: string; number: string }>(sql`
        select b.provider_id as provider, b.open_project_id as project, p.point_number as number
        from point p join building b on b.id = p.building_id where p.id = ${point.id}`)
      const { provider, project, number } = rows[0]!
      const arrival = { providerId: Number(provider), now, retentionMonths: 36 }
      const item = { projectId: project, pointNumber: number, time: at, sequence: 0, measures }
      const { arrived } = await ingestReadings(db, arrival, [item])
      const { buildingIds, ...points } = arrived
      await evaluateBatch(db, { now, ...points, fallbackBuildingIds: buildingIds })
    },
    async began(kind: Kind, at = now, apiId = point.apiId): Promise<void> {
      await db.execute(sql`
        insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at) values
        (${point.id}, ${point.buildingId}, ${apiId}, ${kind}, ${iso(at)}, ${iso(now)})`)
      await db.execute(spoke(at))
      await follow(at, true)
    },
    async ended(kind: Kind): Promise<void> {
      await db.execute(sql`
        update device_event set ended_at = ${iso(now)} where point_id = ${point.id} and kind = ${kind} and ended_at is null`)
      await db.execute(spoke(now))
      await follow(now, true)
    },
    async handled(state: number): Promise<void> {
      await db.execute(sql`
        update device_event set state = ${state}, handled_at = ${iso(now)} where point_id = ${point.id} and state = 0`)
      await follow(now, true)
    },
    async fellSilent(): Promise<void> {
      await db.execute(sql`update point set online = false where id = ${point.id} and valid_at is not null`)
      await follow(now, false)
    },
  }
}
