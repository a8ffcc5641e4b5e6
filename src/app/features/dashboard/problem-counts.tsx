import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { problem } from '#contract/problem.ts'
import { formatNumber } from '#app/lib/format.ts'
import { QueryResult, failAlike } from '#app/parts/query-result.tsx'
import { figureClass } from '#app/ui/figure-class.ts'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { WaitingStats } from './waiting-stats.tsx'

interface ProblemCountsProps {
  readonly buildingId: string
  readonly counts: UseQueryResult<OutputOf<typeof problem.facilityCounts>>
  /** If both fail, only it shows the error. */
  readonly list: UseQueryResult<unknown>
}

export function ProblemCounts({ buildingId, counts, list }: ProblemCountsProps) {
  if (failAlike(counts, list)) return null
  const problemsOf = (status?: '0' | '1') => (shown: ReactNode) => (
    <Link
      to="/problemStatistics"
      search={{ ...(buildingId !== '' && { buildingId }), status: status ?? 'all' }}
      className={figureClass}
    >
      {shown}
    </Link>
  )
  return (
    <div className="px-4 py-3">
      <QueryResult of={counts} waiting={<WaitingStats labels={['已解决', '未解决', '总问题']} />}>
        {({ resolvedNum, notSolvedNum, totalNum }) => (
          <Stats>
            <Stat label="已解决" value={formatNumber(resolvedNum)} link={problemsOf('1')} tone="ok" />
            <Stat
              label="未解决"
              value={formatNumber(notSolvedNum)}
              link={problemsOf('0')}
              tone={notSolvedNum > 0 ? 'attention' : 'idle'}
            />
            <Stat label="总问题" value={formatNumber(totalNum)} link={problemsOf()} />
          </Stats>
        )}
      </QueryResult>
    </div>
  )
}
