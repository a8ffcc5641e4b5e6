import { place } from '#contract/place.ts'
import type { LngLat } from '#contract/coordinates.ts'
import { send } from '#app/session/send.ts'

/** Where an address is, by the server's word; null where it does not know, or can't be asked. */
export async function findPlace(address: string, signal: AbortSignal): Promise<LngLat | null> {
  const found = await send(place.find, { address }, signal).catch(() => null)
  return found && [found.gisX, found.gisY]
}

/** The address of a place in WGS-84 degrees, by the server's word; null where it does not know, or can't be asked. */
export const namePlace = ([gisX, gisY]: LngLat, signal: AbortSignal): Promise<string | null> =>
  send(place.name, { gisX, gisY }, signal).catch(() => null)
