import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { floorPlan, type FloorDetail, type PlanInfo } from '#contract/floor-plan.ts'
import { refusedSeq } from '#app/offline/outbox/outbox-state.ts'
import { findUnsent, type WriteInfo, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const floorPlanQuery = {
  list: (buildingId: string) => queryOf(floorPlan.list, { buildingId }),
  floor: (buildingId: string, floor: string) => queryOf(floorPlan.floor, { buildingId, floor }),
  picture: ({ id, picture }: Pick<PlanInfo, 'id' | 'picture'>) =>
    queryOptions({
      queryKey: [floorPlan.picture.id, { id, picture }] as const,
      queryFn: ({ signal }) => send(floorPlan.picture, { id }, signal),
      // Another picture has another key.
      staleTime: Infinity,
      meta: { keep: false },
    }),
}

const PICTURE: string = floorPlan.picture.id
const reload = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [call] }) => typeof call === 'string' && call.startsWith('floorPlan.') && call !== PICTURE,
  })

export async function putPlan(client: QueryClient, input: InputOf<typeof floorPlan.put>): Promise<void> {
  await send(floorPlan.put, input)
  await reload(client)
}

export async function removePlan(client: QueryClient, { id, version }: PlanInfo): Promise<void> {
  await send(floorPlan.remove, { id, version })
  await reload(client)
}

interface Spot {
  readonly x: number
  readonly y: number
}

export type Places = ReadonlyMap<string, Spot | null>

const planKey = (id: string) => `floorPlan:${id}`

export async function refusedPlaces({ id }: Pick<PlanInfo, 'id'>): Promise<[string, Spot | null][]> {
  const [refused] = await findUnsent(({ thing, state }) => thing === planKey(id) && state === 'refused')
  const { places = [] } = (refused?.input ?? {}) as Partial<InputOf<typeof floorPlan.place>>
  return places.map(({ pointId, at }) => [String(pointId), at])
}

export async function placePoints(
  client: QueryClient,
  {
    buildingId,
    floor,
    plan,
    places,
  }: {
    readonly buildingId: string
    readonly floor: string
    readonly plan: PlanInfo
    readonly places: Places
  },
  told: Pick<WriteInfo, 'place'>,
) {
  const written = await writeQueued(
    floorPlan.place,
    { id: plan.id, version: plan.version, places: [...places].map(([pointId, at]) => ({ pointId, at })) },
    {
      thing: planKey(plan.id),
      label: `${floor}平面图放置 ${places.size} 个点位`,
      page: `/buildDetail/${buildingId}/1/planInfo?floor=${encodeURIComponent(floor)}`,
      replaces: refusedSeq(planKey(plan.id)),
      ...told,
    },
  )
  client.setQueryData<FloorDetail>(
    floorPlanQuery.floor(buildingId, floor).queryKey,
    (known) =>
      known && {
        plan: known.plan && written.isSent ? { ...known.plan, version: written.data.version } : known.plan,
        points: known.points.map((one) => {
          const at = places.get(one.id)
          return at === undefined ? one : { ...one, x: at?.x ?? null, y: at?.y ?? null }
        }),
      },
  )
  if (written.isSent) void reload(client)
  return written
}
