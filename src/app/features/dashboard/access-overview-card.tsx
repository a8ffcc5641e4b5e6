import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UNCONNECTED } from '#contract/building.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { dashboard } from '#contract/dashboard.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { progressTone } from '#contract/progress.rules.ts'
import { capped, formatPercent } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { ScoreRing } from '#app/ui/score-ring.tsx'
import { ShareBar } from '#app/ui/share-bar.tsx'
import { Loading, Skeleton, SkeletonRing } from '#app/ui/skeleton.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'

/** Source: document 1, section 9. */
const MOST = 9_999_999
const RING = 120

type Overview = OutputOf<typeof dashboard.accessOverview>

const rowsOf = (of: Overview) => [
  { code: 1, count: of.accessedCount, share: of.totalAccessedPercentage, change: of.contrastLastMonthAccessed },
  { code: 2, count: of.accessingCount, share: of.totalAccessingPercentage, change: of.contrastLastMonthAccessing },
  { code: 0, count: of.noAccessCount, share: of.totalNoAccessPercentage, change: of.contrastLastMonthNoAccess },
]

interface AccessOverviewCardProps {
  readonly overview: UseQueryResult<Overview>
  /** @param isAccess of the building list; undefined: all */
  renderFigure?(isAccess: string | undefined, shown: string): ReactNode
}

export function AccessOverviewCard({ overview, renderFigure = (_, shown) => shown }: AccessOverviewCardProps) {
  return (
    <Card title="接入概况" height={362} freshness={<DataTime of={overview} />}>
      <QueryResult of={overview} waiting={<Waiting />}>
        {(of) => (
          <>
            <div className="flex items-center gap-4">
              <ScoreRing
                score={of.totalCount === 0 ? null : of.totalAccessedPercentage}
                tone={of.totalCount === 0 ? 'unknown' : progressTone(of.totalAccessedPercentage)}
                word="总接入率"
                label="总接入率"
                unit="%"
                marks={[]}
                size={RING}
              />
              <p className="text-sm text-ink-soft">
                建筑总数
                <span className="block">
                  <span className="font-figure text-2xl font-semibold text-ink">
                    {renderFigure(undefined, capped(of.totalCount, MOST))}
                  </span>{' '}
                  栋
                </span>
              </p>
            </div>
            <div className="mb-2 mt-2">
              <ShareBar
                parts={rowsOf(of).map(({ code, count }) => ({
                  name: accessStatus.label(code),
                  count,
                  tone: accessStatus.tone(code),
                }))}
              />
            </div>
            <table className="w-full text-sm">
              <caption className="sr-only">建筑接入情况</caption>
              <thead className="text-ink-soft">
                <tr>
                  {['状态', '数量', '占比', '较上月'].map((head, at) => (
                    <th
                      key={head}
                      scope="col"
                      className={`py-1 font-normal md:py-0.5 ${at === 0 ? 'text-left' : 'text-right'}`}
                    >
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rowsOf(of).map(({ code, count, share, change }) => (
                  <tr key={code}>
                    <th scope="row" className="whitespace-nowrap py-3 text-left font-normal md:py-0">
                      <span className="inline-flex items-center gap-1.5">
                        <ToneMark tone={accessStatus.tone(code)} />
                        {accessStatus.label(code)}
                      </span>
                    </th>
                    <td className="text-right font-figure">{renderFigure(filterOf(code, of), capped(count, MOST))}</td>
                    <td className="text-right font-figure">{formatPercent(share)}</td>
                    <td className="text-right font-figure text-ink-soft">{signed(change)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {/* Cards below would shift on phones. */}
            <p className="mt-1 min-h-[1.5rem] text-xs text-ink-soft">
              {of.accessFailedCount !== undefined && of.accessFailedCount > 0 && (
                <>未接入中有 {renderFigure('3', capped(of.accessFailedCount, MOST))} 栋曾接入，现数据中断（接入失败）</>
              )}
            </p>
          </>
        )}
      </QueryResult>
    </Card>
  )
}

/** Also those that lost their connection. */
const filterOf = (code: number, of: Overview) => (code === 0 && of.accessFailedCount ? UNCONNECTED : String(code))

/** `+3`, `-2`, `持平`. */
function signed(change: number): string {
  if (change === 0) return '持平'
  const size = capped(Math.abs(change), MOST)
  return change > 0 ? `+${size}` : `-${size}`
}

function Waiting() {
  return (
    <Loading>
      <SkeletonRing size={RING} />
      <Skeleton className="mb-2 mt-2 h-3 w-full" />
      <Skeleton className="h-[11.875rem] w-full md:h-24" />
    </Loading>
  )
}
