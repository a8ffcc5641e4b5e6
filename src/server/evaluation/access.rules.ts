import { SYSTEMS } from '../reference/systems.ts'
import { DAY } from './condition.ts'

/** Age (ms) up to which a valid report counts for the connection. Source: rulings, Scores and access. */
export const SILENT_AFTER = 7 * DAY

/** Points of an item type that must count for it to be connected: 80 %, at least one. */
export const neededOf = (points: number) => Math.max(1, Math.ceil((points * 4) / 5))

export interface ItemSeen {
  readonly apiId: number
  readonly systemId: number
  /** The n-th newest valid report of its points (ms), n = {@link neededOf}; null if fewer points ever reported. */
  readonly provenAt: number | null
  /** First registration of one of its points (ms). */
  readonly createdAt: number
}

export interface Access {
  /** 0 not connected, 1 connected, 2 connecting, 3 connection failed. */
  readonly status: 0 | 1 | 2 | 3
  /** Whole percentage of must-have item types connected, of the building's systems; likewise for optional ones. */
  readonly mustPercent: number
  readonly optionalPercent: number
  /** First time all must-have item types were connected (ms); null if never. */
  readonly accessAt: number | null
  /** Since when a must-have item type is missing (ms): its last reports, else its registration; null if complete. */
  readonly missingSince: number | null
  /** Ascending. */
  readonly connected: readonly number[]
}

const NONE: ReadonlySet<number> = new Set()

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole))

/** Time (ms) at which the connection lapses without new reports; null if not connected. */
export function connectedUntil({ provenAt }: Pick<ItemSeen, 'provenAt'>, now: number): number | null {
  return provenAt !== null && now - provenAt < SILENT_AFTER ? provenAt + SILENT_AFTER : null
}

/**
 * Connection status of a building, over the systems it has points of. Source: rulings, Scores and access.
 * @param completeAt first time it was complete (ms); null if never
 * @param exempt must-have item types waived by an approved declaration
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
