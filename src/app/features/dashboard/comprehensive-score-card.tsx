import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { scoreTone } from '#contract/score.rules.ts'
import { formatNumber, formatPercent } from '#app/lib/format.ts'
import { SCORE_SENTENCE } from '#app/lib/score-sentence.ts'
import { QueryResult, failAlike } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { partsOf } from './dashboard-queries.ts'

const SHOWN = 5
const PLACE = 'min-h-[13.75rem] mouse:min-h-[10.625rem]'

/** Always of the whole unit. */
export function ComprehensiveScoreCard({ actions }: { actions?: ReactNode }) {
  const parts = partsOf('')
  const rate = useQuery(parts.rate)
  const scores = useQuery(parts.scores)
  return (
    <Card title="消防综合评分" height={362} freshness={<DataTime of={rate} />} actions={actions}>
      {!failAlike(rate, scores) && (
        <QueryResult of={rate} waiting={<Skeleton className="mb-1 h-14 w-full" />}>
          {({ score, rate: percent }) => (
            <p className="mb-1 min-h-[3.5rem] text-base leading-7">
              {score === null ? (
                '暂无评分：建筑接入并上报数据后开始评分'
              ) : (
                <>
                  {SCORE_SENTENCE[0]}
                  <Figure>{formatNumber(score, 1)}</Figure>
                  {SCORE_SENTENCE[1]}
                  <Figure>{formatPercent(percent)}</Figure>
                  {SCORE_SENTENCE[2]}
                </>
              )}
            </p>
          )}
        </QueryResult>
      )}
      <QueryResult of={scores} waiting={<Skeleton className={cx('mt-5', PLACE)} />}>
        {({ buildings }) => (
          <>
            {buildings.length > 0 && <h3 className="text-sm text-ink-soft">各建筑评分，低的在前</h3>}
            <ul className={cx(PLACE, 'divide-y divide-line')}>
              {buildings.slice(0, SHOWN).map(({ buildingId, name, score }) => (
                <li key={buildingId}>
                  <Link
                    to="/buildDetail/$id/$canEdit/$tabName"
                    params={{ id: buildingId, canEdit: '0', tabName: 'scoreInfo' }}
                    className="flex min-h-control items-center gap-3 text-base hover:bg-sunk"
                  >
                    <span title={name} className="min-w-0 flex-1 truncate">
                      {name}
                    </span>
                    <span className={cx('shrink-0 font-figure font-semibold', toneClass[scoreTone(score)].text)}>
                      {formatNumber(score, 1)}
                    </span>
                    <ChevronRightIcon className="shrink-0 text-ink-soft" />
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryResult>
    </Card>
  )
}

function Figure({ children }: { children: ReactNode }) {
  // As high as its skeleton.
  return <strong className="font-figure text-2xl font-semibold leading-[0]">{children}</strong>
}
