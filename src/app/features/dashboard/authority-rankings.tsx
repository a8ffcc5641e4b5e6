import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { placesOf } from '#contract/ranking.rules.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { formatNumber, oneDecimal } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { buildingsOf } from '#app/parts/authority-area.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Ranking } from '#app/ui/ranking.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { useRanking } from './area-rows.tsx'
import { ScoreRanking } from './score-ranking.tsx'

interface OfArea {
  readonly area: AuthorityArea
}

const BOUNDS = 'md:min-h-[24.75rem] md:max-h-[34.75rem]'
const SCROLL = 'flex min-h-0 flex-1 flex-col md:overflow-auto'

const waiting = (
  <Loading>
    <SkeletonText lines={12} />
  </Loading>
)

export function RateRankingCard({ area }: OfArea) {
  const { answer, kind, rowsOf } = useRanking(area, 'rate')
  const isCity = area.countyNo === ''
  const label = `${kind}接入率排名`
  return (
    <Card title={label} className={cx(BOUNDS, isCity && 'md:col-span-2')} freshness={<DataTime of={answer} />}>
      <QueryResult of={answer} waiting={waiting}>
        {(rows) => (
          <div
            style={{ '--rows': Math.ceil(rows.length / 2) } as CSSProperties}
            className={cx(SCROLL, isCity && 'holds-columns')}
          >
            <Ranking
              label={label}
              unit="%"
              rows={rowsOf(rows).map(({ areaName, accessPercentage, link }) => ({
                name: areaName,
                value: accessPercentage,
                label: link,
              }))}
            />
          </div>
        )}
      </QueryResult>
    </Card>
  )
}

/** The city's is beside the map. */
export function ScoreRankingCard({ area }: OfArea) {
  const { answer, kind, rowsOf } = useRanking(area, 'score')
  const label = `${kind}接入评分排名`
  return (
    <Card title={label} className={BOUNDS} freshness={<DataTime of={answer} />}>
      <QueryResult of={answer} waiting={waiting}>
        {(rows) => (
          <div className={SCROLL}>
            <ScoreRanking
              label={label}
              rows={rowsOf(rows).map(({ areaName, score, accessPercentage, link }) => ({
                name: areaName,
                score,
                rate: accessPercentage,
                label: link,
              }))}
            />
          </div>
        )}
      </QueryResult>
    </Card>
  )
}

export function IsvRankingCard({ area }: OfArea) {
  const ranking = useQuery(authorityParts(area).isvRanking)
  return (
    <Card title="物联网服务商接入排名" className={BOUNDS} freshness={<DataTime of={ranking} />}>
      <QueryResult of={ranking} waiting={waiting}>
        {(rows) => {
          const places = placesOf(rows.map(({ buildingCount }) => buildingCount))
          return rows.length === 0 ? (
            <Empty title="暂无服务商" hint="建筑绑定服务商后，这里显示各服务商的建筑数量" />
          ) : (
            <div className={SCROLL}>
              <ol aria-label="物联网服务商接入排名" className="flex shrink-0 grow flex-col justify-evenly gap-2.5">
                {rows.map(({ isvName, isvId, buildingCount, percentage }, at) => (
                  <li
                    key={isvId ?? isvName}
                    value={places[at]}
                    className="flex max-h-24 grow flex-col justify-center text-sm"
                  >
                    <div className="flex items-baseline gap-2">
                      <span className="w-5 shrink-0 font-figure text-ink-soft">{places[at]}</span>
                      <span title={isvName} className="min-w-0 flex-1 truncate">
                        {isvId === undefined ? (
                          isvName
                        ) : (
                          <BuildingLink to={buildingsOf(area, { isvId })}>{isvName}</BuildingLink>
                        )}
                      </span>
                      <span className="shrink-0 font-figure">{formatNumber(buildingCount)} 栋</span>
                      <span className="w-14 shrink-0 text-right font-figure text-ink-soft">
                        {oneDecimal(percentage)}%
                      </span>
                    </div>
                    <div aria-hidden="true" className="ml-7 mt-1 h-1.5 shrink-0 overflow-hidden rounded-full bg-line">
                      <i className="block h-full rounded-full bg-chart-1" style={{ width: `${percentage}%` }} />
                    </div>
                  </li>
                ))}
              </ol>
            </div>
          )
        }}
      </QueryResult>
    </Card>
  )
}
