import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LngLat } from '#contract/coordinates.ts'
import { nearbyQuery } from '#app/data/nearby.ts'
import { wgsPlace } from '#app/data/kept-places.ts'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ScoredRowsComing } from '#app/parts/rows-coming.tsx'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { NearbyHead } from './nearby-head.tsx'
import { NearbyRow } from './nearby-row.tsx'

const SIZE = 20

interface NearbyListProps {
  readonly here: LngLat
  /** Kilometres. */
  readonly within: number | undefined
  readonly onWiden: (() => void) | undefined
}

export function NearbyList(of: NearbyListProps) {
  const [unplaced, setUnplaced] = useState<0 | 1>(0)
  return <FoundList key={unplaced} {...of} unplaced={unplaced} onShow={setUnplaced} />
}

interface FoundListProps extends NearbyListProps {
  readonly unplaced: 0 | 1
  onShow(which: 0 | 1): void
}

function FoundList({ here, within, onWiden, unplaced, onShow }: FoundListProps) {
  const [page, setPage] = useState(1)
  const [gisX, gisY] = here
  const found = useQuery({
    ...nearbyQuery({ gisX, gisY, within, unplaced, currentPage: page, pageSize: SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryResult
      of={found}
      waiting={
        <>
          {unplaced === 0 && <NearbyHead count={undefined} />}
          <ScoredRowsComing isTall />
        </>
      }
    >
      {(answer) => (
        <>
          {unplaced === 1 && (
            <p className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-sunk px-4 py-2 text-sm">
              没有坐标的建筑 {answer.unplaced} 栋，可在编辑建筑时在地图上选择位置
              <Button size="small" onClick={() => onShow(0)}>
                返回附近建筑
              </Button>
            </p>
          )}
          {answer.list.length === 0 ? (
            <Empty
              title={
                within === undefined || unplaced === 1
                  ? unplaced === 0 && answer.unplaced > 0
                    ? '没有可计算距离的建筑'
                    : '暂无建筑'
                  : `${within} 公里内没有可查看的建筑`
              }
              hint="只列出本账号可以查看的建筑。"
              action={unplaced === 0 && onWiden && <Button onClick={onWiden}>扩大范围</Button>}
            />
          ) : (
            <>
              {unplaced === 0 && <NearbyHead count={answer.total} />}
              <ul
                aria-label={unplaced === 1 ? '没有坐标的建筑' : '附近建筑，由近到远'}
                aria-busy={found.isPlaceholderData}
                className="divide-y divide-line"
              >
                {answer.list.map((row) => (
                  <NearbyRow key={row.id} of={row} here={here} place={wgsPlace(row)} />
                ))}
              </ul>
            </>
          )}
          {unplaced === 0 && answer.unplaced > 0 && (
            <p className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2 text-sm text-ink-soft">
              另有 {answer.unplaced} 栋建筑没有坐标，无法计算距离
              <Button size="small" onClick={() => onShow(1)}>
                查看
              </Button>
            </p>
          )}
          <ListFooter of={found} page={page} pageSize={SIZE} onChange={setPage} />
        </>
      )}
    </QueryResult>
  )
}
