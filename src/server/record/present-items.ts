import type { Item, ItemGroup } from '#contract/record.ts'
import { toWireTime } from '#contract/time.ts'
import { SYSTEMS, type System, type SystemApi } from '../dictionary/systems.ts'
import { systemName } from '../point/present-point.ts'
import type { ItemCount, ItemType } from './item.store.ts'

const wire = (at: number | null) => (at === null ? null : toWireTime(new Date(at)))

/** 0 connected, 1 abnormal: it was connected and none of its points is heard of now, 2 not connected. */
function statusOf(found: ItemCount | undefined): 0 | 1 | 2 {
  if (!found?.connected) return 2
  return found.online > 0 ? 0 : 1
}

function presentItem(apiId: number, api: SystemApi | undefined, found: ItemCount | undefined): Item {
  return {
    apiId: String(apiId),
    apiName: api?.name ?? String(apiId),
    apiType: api?.type ?? found?.apiType ?? null,
    isMust: api?.must ? 1 : 0,
    status: statusOf(found),
    pointNum: found?.points ?? 0,
    onlinePointNum: found?.online ?? 0,
    exceptionNum: found?.problems ?? 0,
    openRecordNum: found?.openRecords ?? null,
    reportTime: wire(found?.reportedAt ?? null),
    receiveTime: wire(found?.receivedAt ?? null),
  }
}

/** Item types of one system: those it should have, then those nobody knows. */
export function itemsOfSystem(systemId: number, counted: readonly ItemCount[]): Item[] {
  const known = SYSTEMS.find(({ id }) => id === systemId)?.apis ?? []
  const own = counted.filter((found) => found.systemId === systemId)
  const strange = own.filter(({ apiId }) => !known.some(({ id }) => id === apiId))
  return [
    ...known.map((api) =>
      presentItem(
        api.id,
        api,
        own.find(({ apiId }) => apiId === api.id),
      ),
    ),
    ...strange.map((found) => presentItem(found.apiId, undefined, found)),
  ]
}

/** Systems whose must-have items a building owes even while it has no point at all. */
const OWED: readonly System[] = SYSTEMS.filter(({ apis }) => apis.some(({ must }) => must))

/** A building's systems with their item types; of one without a single point, the systems every building has to connect. */
export function groupItems(counted: readonly ItemCount[]): ItemGroup[] {
  const ids = counted.length > 0 ? new Set(counted.map(({ systemId }) => systemId)) : OWED.map(({ id }) => id)
  return [...ids].map((systemId) => ({
    systemId: String(systemId),
    systemName: systemName(systemId),
    apiTypeVOS: itemsOfSystem(systemId, counted),
  }))
}

/** The systems a building has points of. */
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

/** The left menu's categories as they are for every building. */
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

/** Every item type of every system. */
export const ITEM_TYPES: readonly ItemType[] = SYSTEMS.flatMap(({ id, apis }) =>
  apis.map((api) => ({ systemId: id, apiId: api.id, apiType: api.type })),
)
