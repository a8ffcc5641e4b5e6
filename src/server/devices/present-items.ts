import type { Item, ItemGroup } from '#contract/record.ts'
import { toWireTime } from '#contract/time.ts'
import { SYSTEMS, type System, type SystemApi } from '../reference/systems.ts'
import { systemName } from './present-point.ts'
import type { CountedItems, ItemCount, ItemType } from './item.store.ts'

const wire = (at: number | null) => (at === null ? null : toWireTime(new Date(at)))

/** 1: connected before, all points offline. */
function statusOf(found: ItemCount | undefined): 0 | 1 | 2 {
  if (!found?.connected) return 2
  return found.online > 0 ? 0 : 1
}

function isOwed({ counted, exempt }: CountedItems, systemId: number, api: SystemApi | undefined): boolean {
  const reporting = counted.filter(({ points }) => points > 0)
  const inUse = reporting.length === 0 || reporting.some((found) => found.systemId === systemId)
  return Boolean(api?.must) && inUse && !exempt.has(api?.id ?? 0)
}

function presentItem(apiId: number, api: SystemApi | undefined, found: ItemCount | undefined, must: boolean): Item {
  return {
    apiId: String(apiId),
    apiName: api?.name ?? String(apiId),
    apiType: api?.type ?? found?.apiType ?? null,
    isMust: must ? 1 : 0,
    status: statusOf(found),
    pointNum: found?.points ?? 0,
    onlinePointNum: found?.online ?? 0,
    exceptionNum: found?.problems ?? 0,
    openRecordNum: found?.openRecords ?? null,
    reportTime: wire(found?.reportedAt ?? null),
    receiveTime: wire(found?.receivedAt ?? null),
  }
}

export function itemsOfSystem(systemId: number, of: CountedItems): Item[] {
  const { counted } = of
  const known = SYSTEMS.find(({ id }) => id === systemId)?.apis ?? []
  const own = counted.filter((found) => found.systemId === systemId)
  const strange = own.filter(({ apiId }) => !known.some(({ id }) => id === apiId))
  return [
    ...known.map((api) =>
      presentItem(
        api.id,
        api,
        own.find(({ apiId }) => apiId === api.id),
        isOwed(of, systemId, api),
      ),
    ),
    ...strange.map((found) => presentItem(found.apiId, undefined, found, false)),
  ]
}

/** Shown for buildings without points. */
const OWED: readonly System[] = SYSTEMS.filter(({ apis }) => apis.some(({ must }) => must))

export function groupItems(of: CountedItems): ItemGroup[] {
  const { counted } = of
  const owed = counted.some(({ points }) => points > 0) ? [] : OWED.map(({ id }) => id)
  const ids = new Set([...owed, ...counted.map(({ systemId }) => systemId)])
  return [...ids].map((systemId) => ({
    systemId: String(systemId),
    systemName: systemName(systemId),
    apiTypeVOS: itemsOfSystem(systemId, of),
  }))
}

export function presentSystems(counted: readonly ItemCount[]) {
  return [...new Set(counted.map(({ systemId }) => systemId))].map((systemId) => {
    const own = counted.filter((found) => found.systemId === systemId)
    const sum = (of: (found: ItemCount) => number) => own.reduce((all, found) => all + of(found), 0)
    return {
      systemId: String(systemId),
      systemName: systemName(systemId),
      pointNum: sum(({ points }) => points),
      onlinePointNum: sum(({ online }) => online),
      exceptionNum: sum(({ problems }) => problems),
    }
  })
}

export const CATEGORIES = SYSTEMS.map(({ id, name, apis }) => ({
  systemId: String(id),
  systemName: name,
  apiTypeVOS: apis.map((api) => ({
    apiId: String(api.id),
    apiName: api.name,
    apiType: api.type,
    isMust: api.must ? 1 : 0,
  })),
}))

export const ITEM_TYPES: readonly ItemType[] = SYSTEMS.flatMap(({ id, apis }) =>
  apis.map((api) => ({ systemId: id, apiId: api.id, apiType: api.type })),
)
