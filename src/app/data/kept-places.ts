import type { QueryClient } from '@tanstack/react-query'
import { type BuildingDetail, buildingDetail } from '#contract/building-detail.ts'
import { building } from '#contract/building.ts'
import { inCrs, type LngLat } from '#contract/coordinates.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { nearby } from '#contract/nearby.ts'
import { bundles } from '#app/offline/bundles/bundle-state.ts'

export interface KeptPlace {
  readonly id: string
  readonly name: string
  readonly address: string | null
  /** Null: not on the device. */
  readonly place: LngLat | null
  readonly accessStatus: number | null
  readonly safetyScore: number | null
  readonly pointNum: number
  readonly alarmNum?: number | undefined
  readonly faultNum?: number | undefined
  readonly offlineNum?: number | undefined
  /** Of the condition, ms. */
  readonly at: number
}

interface Place {
  readonly gisX?: number | null
  readonly gisY?: number | null
  readonly crs?: string | null
}

export function wgsPlace({ gisX, gisY, crs }: Place): LngLat | null {
  if (typeof gisX !== 'number' || typeof gisY !== 'number') return null
  return crs === 'GCJ02' ? inCrs([gisX, gisY], 'GCJ02', 'WGS84') : [gisX, gisY]
}

function placeOfDetail(detail: BuildingDetail, at: number): KeptPlace {
  const { buildingId: id, name, address, accessStatus, safetyScore, pointNum = 0 } = detail
  const { alarmNum, faultNum, offlineNum } = detail
  return {
    id,
    name,
    address,
    place: wgsPlace(detail),
    accessStatus,
    safetyScore,
    pointNum,
    alarmNum,
    faultNum,
    offlineNum,
    at,
  }
}

function answersOf<T>(client: QueryClient, call: { readonly id: string }): { data: T; at: number }[] {
  const queries = client.getQueryCache().findAll({ queryKey: [call.id] })
  return queries.flatMap(({ state }) =>
    state.data === undefined ? [] : [{ data: state.data as T, at: state.dataUpdatedAt }],
  )
}

function keptAnswers(client: QueryClient): KeptPlace[] {
  const near = answersOf<OutputOf<typeof nearby.buildings>>(client, nearby.buildings)
  const listed = answersOf<OutputOf<typeof building.list>>(client, building.list)
  const seen = answersOf<BuildingDetail>(client, buildingDetail.detail)
  return [
    ...near.flatMap(({ data, at }) =>
      data.list.map((row) => ({ ...row, safetyScore: row.safetyScore ?? null, place: wgsPlace(row), at })),
    ),
    ...seen.map(({ data, at }) => placeOfDetail(data, at)),
    ...listed.flatMap(({ data, at }) =>
      data.list.map((row) => ({ ...row, safetyScore: row.safetyScore ?? null, address: null, place: null, at })),
    ),
  ]
}

async function savedBuildings(): Promise<KeptPlace[]> {
  const { readBundle, readBundles } = await import('#app/offline/bundles/account-bundles.ts')
  if (bundles.read() === null) await readBundles()
  const found = await Promise.all(
    (bundles.read() ?? []).map(async ({ buildingId }) => {
      const saved = await readBundle(buildingId, 'detail')
      const json = saved?.contents.get('detail')
      const at = saved?.head.parts.find(({ name }) => name === 'detail')?.at ?? 0
      return typeof json === 'string' ? [placeOfDetail(JSON.parse(json) as BuildingDetail, at)] : []
    }),
  )
  return found.flat()
}

export function mergePlaces(known: readonly KeptPlace[]): KeptPlace[] {
  const merged = new Map<string, KeptPlace>()
  for (const one of [...known].sort((a, b) => a.at - b.at)) {
    const before = merged.get(one.id)
    merged.set(one.id, {
      ...one,
      place: one.place ?? before?.place ?? null,
      address: one.address ?? before?.address ?? null,
    })
  }
  return [...merged.values()]
}

export async function keptPlaces(client: QueryClient): Promise<KeptPlace[]> {
  const saved = await savedBuildings().catch(() => [])
  return mergePlaces([...saved, ...keptAnswers(client)])
}
