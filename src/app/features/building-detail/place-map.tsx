import { useQuery } from '@tanstack/react-query'
import { inCrs } from '#contract/coordinates.ts'
import { outlineQuery } from '#app/data/outline.ts'
import { MapView } from '#app/parts/map/map-view.tsx'

export function PlaceMap({ x, y, crs }: { x: number; y: number; crs: string | null }) {
  const { data: outlines } = useQuery(outlineQuery())
  if (!outlines) return null
  return <MapView outlines={outlines} centre={crs === 'GCJ02' ? [x, y] : inCrs([x, y], 'WGS84', 'GCJ02')} />
}
