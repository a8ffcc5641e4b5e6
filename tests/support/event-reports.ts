import { eq } from 'drizzle-orm'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import type { TestApi } from './api-context.ts'
import { OWN, somewhere } from './point-fixtures.ts'
import { programOf } from './provider-program.ts'

export async function quietDetector(t: TestApi) {
  const { projectId, id, detector, gauge, points } = await somewhere(t)
  const other = points.find((one) => one.apiId === 1 && one.id !== detector.id)!
  for (const { id: pointId } of [detector, other])
    await t.db.delete(deviceEvent).where(eq(deviceEvent.pointId, pointId))
  const about = { projectId, pointNumber: detector.pointNumber }
  const send = async (...items: object[]) => {
    const body = await programOf(t, OWN).call(ingest.events, { items } as never)
    return (body.data as unknown as Outcome).results
  }
  const results = async (...items: object[]) => (await send(...items)).map(({ result }) => result)
  const records = (pointId = detector.id) =>
    t.db
      .select()
      .from(deviceEvent)
      .where(eq(deviceEvent.pointId, pointId))
      .orderBy(deviceEvent.occurredAt, deviceEvent.id)
  return { projectId, id, detector, other, gauge, about, send, results, records }
}
