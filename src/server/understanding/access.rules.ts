import { SYSTEMS } from '../dictionary/systems.ts'
import { DAY } from './cause.ts'

/** After so long a silence a connection that was complete counts as failed. Source: rulings, Numbers and rules. */
export const SILENT_AFTER = 7 * DAY

/** An item type that a building has points of. */
export interface ApiSeen {
  readonly apiId: number
  readonly systemId: number
  /** Whether a report of one of them has arrived inside the item's expected interval. */
  readonly connected: boolean
}

export interface Access {
  /** 0 not connected, 1 connected, 2 connecting, 3 connection failed. */
  readonly status: 0 | 1 | 2 | 3
  /** Whole percentages of the must-have and the other item types of the building's systems connected. */
  readonly mustPercent: number
  readonly optionalPercent: number
  /** When it was first complete (ms); null never. */
  readonly accessAt: number | null
  /** Since when a connection that was complete is silent (ms); null it is not. */
  readonly silentSince: number | null
}

const NONE: ReadonlySet<number> = new Set()

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole))

/**
 * How far a building is connected. Its systems are those it has points of. An item type once connected stays so, until
 * a complete building has been silent for seven days. Source: rulings, Numbers and rules.
 * @param heardAt when anything of it was last heard of, by our clock (ms); null never
 * @param completeAt when it was first complete (ms), as known before; null never
 * @param exempt must-have item types that a passed declaration takes off what the building has to connect
 */
export function accessOf(
  seen: readonly ApiSeen[],
  heardAt: number | null,
  completeAt: number | null,
  now: number,
  exempt: ReadonlySet<number> = NONE,
): Access {
  if (completeAt !== null && heardAt !== null && now - heardAt >= SILENT_AFTER)
    return { status: 3, mustPercent: 0, optionalPercent: 0, accessAt: completeAt, silentSince: heardAt }
  const systems = new Set(seen.map(({ systemId }) => systemId))
  const connected = new Set(seen.flatMap(({ apiId, connected }) => (connected ? [apiId] : [])))
  const apis = SYSTEMS.filter(({ id }) => systems.has(id)).flatMap((system) => system.apis)
  const share = (of: readonly { id: number }[]) => percent(of.filter(({ id }) => connected.has(id)).length, of.length)
  const must = apis.filter((api) => api.must && !exempt.has(api.id))
  const optional = apis.filter((api) => !api.must)
  // Systems without a must-have item left are connected as soon as one of their items is.
  const mustPercent = must.length > 0 ? share(must) : connected.size > 0 ? 100 : 0
  const someMust = must.some(({ id }) => connected.has(id))
  const status = mustPercent === 100 ? 1 : someMust ? 2 : 0
  return {
    status,
    mustPercent,
    optionalPercent: share(optional),
    accessAt: completeAt ?? (status === 1 ? now : null),
    silentSince: null,
  }
}
