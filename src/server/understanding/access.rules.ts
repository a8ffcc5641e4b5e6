import { SYSTEMS } from '../dictionary/systems.ts'
import { DAY } from './cause.ts'

/** A valid report counts for the connection so long (ms). Source: rulings, Scores and access. */
export const SILENT_AFTER = 7 * DAY

/** How many of an item type's points have to count for it to be connected: 80 %, at least one. Source: as above. */
export const neededOf = (points: number) => Math.max(1, Math.ceil((points * 4) / 5))

/** An item type that a building has points of. */
export interface ItemSeen {
  readonly apiId: number
  readonly systemId: number
  /** The oldest of the newest valid reports of so many points as it needs (ms); null: fewer ever gave one. */
  readonly provenAt: number | null
  /** When the first of its points was registered (ms). */
  readonly createdAt: number
}

export interface Access {
  /** 0 not connected, 1 connected, 2 connecting, 3 connection failed. */
  readonly status: 0 | 1 | 2 | 3
  /** Whole percentages of the must-have and the other item types of the building's systems connected. */
  readonly mustPercent: number
  readonly optionalPercent: number
  /** When it was first complete (ms); null never. */
  readonly accessAt: number | null
  /** Since when a must-have item type is missing (ms): its points' last reports, else their registration; null none is. */
  readonly missingSince: number | null
  /** Item types connected, in order. */
  readonly connected: readonly number[]
}

const NONE: ReadonlySet<number> = new Set()

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole))

/** Until when an item type is connected (ms) if nothing more arrives; null: it is not. */
export function connectedUntil({ provenAt }: Pick<ItemSeen, 'provenAt'>, now: number): number | null {
  return provenAt !== null && now - provenAt < SILENT_AFTER ? provenAt + SILENT_AFTER : null
}

/**
 * How far a building is connected. Its systems are those it has points of; it is connected while all the item types
 * are that it must connect. Source: rulings, Scores and access.
 * @param completeAt when it was first complete (ms), as known before; null never
 * @param exempt must-have item types that a passed declaration takes off what the building has to connect
 */
export function accessOf(
  seen: readonly ItemSeen[],
  completeAt: number | null,
  now: number,
  exempt: ReadonlySet<number> = NONE,
): Access {
  const systems = new Set(seen.map(({ systemId }) => systemId))
  const items = new Map(seen.map((item) => [item.apiId, item]))
  const connected = new Set(seen.flatMap((item) => (connectedUntil(item, now) === null ? [] : [item.apiId])))
  const apis = SYSTEMS.filter(({ id }) => systems.has(id)).flatMap((system) => system.apis)
  const share = (of: readonly { id: number }[]) => percent(of.filter(({ id }) => connected.has(id)).length, of.length)
  const must = apis.filter((api) => api.must && !exempt.has(api.id))
  // Systems without a must-have item left are connected while one of their items is.
  const mustPercent = must.length > 0 ? share(must) : connected.size > 0 ? 100 : 0
  const someMust = must.some(({ id }) => connected.has(id))
  const isComplete = must.length > 0 ? must.every(({ id }) => connected.has(id)) : connected.size > 0
  const missing = must.length > 0 ? must.filter(({ id }) => !connected.has(id)) : isComplete ? [] : seen.map(idOf)
  const registered = Math.min(...seen.map(({ createdAt }) => createdAt))
  const since = missing.map(({ id }) => items.get(id)?.provenAt ?? items.get(id)?.createdAt ?? registered)
  return {
    status: isComplete ? 1 : someMust ? 2 : completeAt !== null && seen.length > 0 ? 3 : 0,
    mustPercent,
    optionalPercent: share(apis.filter((api) => !api.must)),
    accessAt: completeAt ?? (isComplete ? now : null),
    missingSince: since.length > 0 ? Math.min(...since) : null,
    connected: [...connected].sort((a, b) => a - b),
  }
}

const idOf = ({ apiId }: ItemSeen) => ({ id: apiId })
