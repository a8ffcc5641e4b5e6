import type { QueryClient } from '@tanstack/react-query'
import { building, type BuildingRow } from '#contract/building.ts'
import { tenancy, type Tenant } from '#contract/tenancy.ts'
import { unitManagement, type UnitPage } from '#contract/unit-management.ts'
import type { BundleHead } from '#app/offline/bundles/bundle-store.ts'
import { isExpired } from '#app/offline/bundles/bundle-state.ts'
import type { Hit } from './hit.ts'
import { buildingHit, unitHit } from './make-hits.tsx'
import { hasWords } from './words.ts'

/** Answers of a call on this device, the newest first, with their inputs. */
function keptAnswers<T, I>(client: QueryClient, id: string): (readonly [input: I, data: T])[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: [id] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ queryKey, state }) => (state.data === undefined ? [] : [[queryKey[1] as I, state.data as T] as const]))
}

function addAll(to: Map<string, Hit>, hits: readonly Hit[]): void {
  for (const hit of hits) if (!to.has(hit.key)) to.set(hit.key, hit)
}

/** Buildings and units of the lists this device keeps, and buildings saved offline. */
export function localHits(client: QueryClient, heads: readonly BundleHead[], words: readonly string[]) {
  const buildings = new Map<string, Hit>()
  for (const [, { list }] of keptAnswers<{ list: BuildingRow[] }, object>(client, building.list.id))
    addAll(
      buildings,
      list
        .filter((row) => hasWords(words, row.name, row.complexName, row.countyName, row.streetName))
        .map(({ id, name, countyName, streetName: address, safetyScore = null, ...row }) =>
          buildingHit({
            id,
            name,
            countyName,
            address,
            safetyScore,
            accessStatus: row.accessStatus ?? 0,
            alarmNum: row.alarmNum ?? 0,
            faultNum: row.faultNum ?? 0,
            offlineNum: row.offlineNum ?? 0,
          }),
        ),
    )
  for (const [, list] of keptAnswers<{ buildingId: string; name: string }[], object>(client, building.entered.id))
    addAll(
      buildings,
      list.filter(({ name }) => hasWords(words, name)).map(({ buildingId: id, name }) => buildingHit({ id, name })),
    )
  for (const head of heads) {
    if (isExpired(head, Date.now()) || !hasWords(words, head.name)) continue
    const { buildingId: id, name, askedAt } = head
    addAll(buildings, [buildingHit({ id, name }, askedAt)])
  }

  const units = new Map<string, Hit>()
  for (const [, { list }] of keptAnswers<UnitPage, object>(client, unitManagement.list.id))
    addAll(
      units,
      list
        .filter((row) => hasWords(words, row.name, row.addressDetail, row.countyName))
        .map(({ id, name, type, addressDetail: address }) =>
          unitHit({ id, name, type, address, buildingId: null, buildingName: null }),
        ),
    )
  const tenants = keptAnswers<{ list: Tenant[] }, { buildingId: string }>(client, tenancy.list.id)
  for (const [{ buildingId }, { list }] of tenants)
    addAll(
      units,
      list
        .filter(({ name }) => hasWords(words, name))
        .map(({ lawCompanyId: id, name, type }) =>
          unitHit({ id, name, type: type ?? 4, address: null, buildingId, buildingName: null }),
        ),
    )
  return { building: [...buildings.values()], unit: [...units.values()] }
}
