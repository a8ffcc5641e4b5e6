import gcoord from 'gcoord'

/** WGS-84 is used by satellites and the database, GCJ-02 (shifted) by all maps published in China. */
export type Crs = 'WGS84' | 'GCJ02'

declare const system: unique symbol

/** Degrees. The type parameter keeps coordinate systems from being mixed. */
export type LngLat<In extends Crs = 'WGS84'> = readonly [lng: number, lat: number] & { readonly [system]?: In }

/** Rounded to about a decimetre; outside China both systems are equal. */
export function inCrs<From extends Crs, To extends Crs>(place: LngLat<From>, from: From, to: To): LngLat<To> {
  const [lng = 0, lat = 0] = gcoord.transform([place[0], place[1]], gcoord[from], gcoord[to])
  return [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]
}
