import gcoord from 'gcoord'

/** WGS-84 is what satellites and our database say; GCJ-02 is the shifted system of every map published in China. */
export type Crs = 'WGS84' | 'GCJ02'

declare const system: unique symbol

/** A place as longitude and latitude in degrees. Its system is part of its type: one of another does not fit. */
export type LngLat<In extends Crs = 'WGS84'> = readonly [lng: number, lat: number] & { readonly [system]?: In }

/** A place as another system writes it, rounded to about a decimetre; outside China the two are one. */
export function inCrs<From extends Crs, To extends Crs>(place: LngLat<From>, from: From, to: To): LngLat<To> {
  const [lng = 0, lat = 0] = gcoord.transform([place[0], place[1]], gcoord[from], gcoord[to])
  return [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]
}
