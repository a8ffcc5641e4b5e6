import { place } from '#contract/place.ts'
import type { LngLat } from '#contract/coordinates.ts'
import { send } from '#app/session/send.ts'

/** Null also on failure. */
export async function findPlace(address: string, signal: AbortSignal): Promise<LngLat | null> {
  const found = await send(place.find, { address }, signal).catch(() => null)
  return found && [found.gisX, found.gisY]
}

/** WGS-84; null also on failure. */
export const namePlace = ([gisX, gisY]: LngLat, signal: AbortSignal): Promise<string | null> =>
  send(place.name, { gisX, gisY }, signal).catch(() => null)
