import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LngLat } from '#contract/coordinates.ts'
import { distanceBetween } from '#contract/distance.ts'
import { type KeptPlace, keptPlaces } from '#app/data/kept-places.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { CONNECTIVITY_TEXT } from '#app/offline/connectivity.ts'
import { ScoredRowsComing } from '#app/parts/rows-coming.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { NearbyHead } from './nearby-head.tsx'
import { NearbyRow } from './nearby-row.tsx'

interface KeptListProps {
  readonly here: LngLat
  /** Kilometres. */
  readonly within: number | undefined
}

export function KeptList({ here, within }: KeptListProps) {
  const client = useQueryClient()
  const connection = useConnection()
  const now = useNow()
  const [kept, setKept] = useState<readonly KeptPlace[]>()
  useEffect(() => void keptPlaces(client).then(setKept), [client])
  if (!kept) return <ScoredRowsComing isTall />
  const placed = kept.flatMap((of) =>
    of.place ? [{ of, place: of.place, away: distanceBetween(here, of.place) }] : [],
  )
  const near = placed
    .filter(({ away }) => within === undefined || away <= within * 1000)
    .sort((a, b) => a.away - b.away)
  const unplaced = kept.filter(({ place }) => place === null)
  return (
    <>
      <output className="block border-b border-line bg-attention-soft px-4 py-2 text-sm text-attention-ink">
        {CONNECTIVITY_TEXT[connection]}，以下来自本机保存的 {kept.length} 栋建筑，不是全部建筑。
      </output>
      {near.length === 0 ? (
        <Empty
          title={
            within === undefined || placed.length === 0
              ? '本机没有保存带坐标的建筑'
              : `${within} 公里内没有本机保存的建筑`
          }
          hint="联网时打开过的建筑和离线资料，离线时会列在这里。"
        />
      ) : (
        <>
          <NearbyHead count={near.length} />
          <ul aria-label="本机保存的附近建筑，由近到远" className="divide-y divide-line">
            {near.map(({ of, place }) => (
              <NearbyRow key={of.id} of={of} here={here} place={place} note={<KeptAt at={of.at} now={now} />} />
            ))}
          </ul>
        </>
      )}
      {unplaced.length > 0 && (
        <details className="border-t border-line">
          <summary className="flex min-h-control cursor-pointer items-center px-4 text-sm text-ink-soft">
            另有 {unplaced.length} 栋，本机没有保存坐标，无法计算距离
          </summary>
          <ul aria-label="没有坐标的建筑" className="divide-y divide-line">
            {unplaced.map((of) => (
              <NearbyRow key={of.id} of={of} here={here} place={null} note={<KeptAt at={of.at} now={now} />} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const KeptAt = ({ at, now }: { at: number; now: Date }) => (
  <span className="text-ink-soft">截至 {shortTime(at, now)}</span>
)
