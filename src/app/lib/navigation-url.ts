interface Destination {
  readonly name: string
  readonly gisX?: number | null | undefined
  readonly gisY?: number | null | undefined
  readonly crs?: string | null
}

/** Source: lbs.amap.com/api/uri-api. */
export function navigationUrl({ gisX, gisY, crs, name }: Destination, address: string | null): string {
  const query =
    typeof gisX === 'number' && typeof gisY === 'number'
      ? { to: `${gisX},${gisY},${name}`, mode: 'car', coordinate: crs === 'GCJ02' ? 'gaode' : 'wgs84' }
      : { keyword: address ?? name }
  return `https://uri.amap.com/${'to' in query ? 'navigation' : 'search'}?${new URLSearchParams(query)}`
}
