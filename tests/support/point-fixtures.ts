import { and, asc, eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { ingest, Outcome } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { building } from '#server/schema/building.table.ts'
import { point } from '#server/schema/point.table.ts'
import type { TestApi } from './api-context.ts'

export const OWN = FIRST_PROVIDER_ID
export const OTHER = FIRST_PROVIDER_ID + 1
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** A provider's first connected building, with points. */
export async function somewhere(t: TestApi, providerId = OWN) {
  const [place] = await t.db
    .select({ id: building.id, projectId: building.openProjectId })
    .from(building)
    .where(and(eq(building.providerId, providerId), eq(building.accessStatus, 1)))
    .orderBy(asc(building.id))
    .limit(1)
  if (!place) throw new Error(`provider ${providerId} has no building`)
  const points = await t.db.select().from(point).where(eq(point.buildingId, place.id)).orderBy(asc(point.id))
  const gauge = points.find(({ apiId }) => apiId === 17)!
  const detector = points.find(({ apiId }) => apiId === 1)!
  return { ...place, points, gauge, detector }
}

/** ms before now. */
export const wire = (t: TestApi, ago: number) => toWireTime(new Date(t.clock.now().getTime() - ago))
export const pointNow = async (t: TestApi, id: number) => (await t.db.select().from(point).where(eq(point.id, id)))[0]!
export const resultsOf = (body: { data: unknown }) => (body.data as Outcome).results.map(({ result }) => result)

export type Reading = InputOf<typeof ingest.readings>['items'][number]
export type Event = InputOf<typeof ingest.events>['items'][number]
