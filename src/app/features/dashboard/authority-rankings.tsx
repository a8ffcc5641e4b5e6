import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { placesOf } from '#contract/ranking.rules.ts'
import { scoreTone } from '#contract/score.rules.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { formatNumber, formatPercent } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { buildingsOf } from '#app/parts/authority-area.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Podium } from '#app/ui/podium.tsx'
import { Ranking } from '#app/ui/ranking.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { type LinkedArea, useRanking } from './area-rows.tsx'
import { AreaScoreTable } from './area-score-table.tsx'

interface OfArea {
  readonly area: AuthorityArea
}

const waiting = (
  <Loading>
    <SkeletonText lines={16} />
  </Loading>
)

interface RankingCardProps extends OfArea {
  readonly by: 'rate' | 'score'
  readonly title: string
  children(rows: LinkedArea[], label: string): ReactNode
}

function RankingCard({ area, by, title, children }: RankingCardProps) {
  const { answer, kind, rowsOf } = useRanking(area, by)
  const label = `${kind}${title}`
  return (
    <Card title={label} height={556} freshness={<DataTime of={answer} />}>
      <QueryResult of={answer} waiting={waiting}>
        {(rows) => children(rowsOf(rows), label)}
      </QueryResult>
    </Card>
  )
}

export function RateRankingCard({ area }: OfArea) {
  return (
    <RankingCard area={area} by="rate" title="接入率排名">
      {(rows, label) => (
        <Ranking
          label={label}
          unit="%"
          rows={rows.map(({ areaName, accessPercentage, link }) => ({
            name: areaName,
            value: accessPercentage,
            label: link,
          }))}
        />
      )}
    </RankingCard>
  )
}

export function AccessScoreCard({ area }: OfArea) {
  return (
    <RankingCard area={area} by="score" title="接入评分排名">
      {(rows, label) => <AreaScoreTable label={label} rows={rows} />}
    </RankingCard>
  )
}

export function ScoreRankingCard({ area }: OfArea) {
  return (
    <RankingCard area={area} by="score" title="评分排名">
      {(rows, label) => (
        <Podium
          label={label}
          unit="分"
          toneOf={scoreTone}
          rows={rows
            .filter(({ score }) => score !== null)
            .map(({ areaName, score, link }) => ({ name: areaName, value: score ?? 0, label: link }))}
        />
      )}
    </RankingCard>
  )
}

export function IsvRankingCard({ area }: OfArea) {
  const ranking = useQuery(authorityParts(area).isvRanking)
  return (
    <Card title="物联网服务商接入排名" height={465} freshness={<DataTime of={ranking} />}>
      <QueryResult
        of={ranking}
        waiting={
          <Loading>
            <SkeletonText lines={10} />
          </Loading>
        }
      >
        {(rows) => {
          const places = placesOf(rows.map(({ buildingCount }) => buildingCount))
          return rows.length === 0 ? (
            <Empty title="暂无服务商" hint="建筑绑定服务商后，这里显示各服务商的建筑数量" />
          ) : (
            <ol aria-label="物联网服务商接入排名" className="space-y-2.5">
              {rows.map(({ isvName, isvId, buildingCount, percentage }, at) => (
                <li key={isvId ?? isvName} value={places[at]} className="text-sm">
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
                      {formatPercent(percentage)}
                    </span>
                  </div>
                  <div aria-hidden="true" className="ml-7 mt-1 h-1.5 overflow-hidden rounded-full bg-line">
                    <i className="block h-full rounded-full bg-chart-1" style={{ width: `${percentage}%` }} />
                  </div>
                </li>
              ))}
            </ol>
          )
        }}
      </QueryResult>
    </Card>
  )
}
