import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may } from '#contract/access.ts'
import { problem } from '#contract/problem.ts'
import { formatNumber } from '#app/lib/format.ts'
import { Answer } from '#app/parts/answer.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { figureClass } from '#app/ui/figure-class.ts'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { partsOf } from './dashboard-queries.ts'
import { WaitingStats } from './waiting-stats.tsx'

/** Resolved, unresolved and all problems, for those whose role may ask: the authority's list goes without. */
export function ProblemCounts({ buildingId }: { buildingId: string }) {
  const allowed = may(problem.facilityCounts.access, actorOf(useSession()))
  const counts = useQuery({ ...partsOf(buildingId).counts, enabled: allowed })
  if (!allowed) return null
  const problemsOf = (status?: '0' | '1') => (shown: ReactNode) => (
    <Link
      to="/problemStatistics"
      search={{ ...(buildingId !== '' && { buildingId }), ...(status && { status }) }}
      className={figureClass}
    >
      {shown}
    </Link>
  )
  return (
    <div className="px-4 py-3">
      <Answer of={counts} waiting={<WaitingStats labels={['已解决', '未解决', '总问题']} />}>
        {({ resolvedNum, notSolvedNum, totalNum }) => (
          <Stats>
            <Stat label="已解决" value={formatNumber(resolvedNum)} link={problemsOf('1')} tone="ok" />
            <Stat
              label="未解决"
              value={formatNumber(notSolvedNum)}
              link={problemsOf('0')}
              tone={notSolvedNum > 0 ? 'danger' : 'idle'}
            />
            <Stat label="总问题" value={formatNumber(totalNum)} link={problemsOf()} />
          </Stats>
        )}
      </Answer>
    </div>
  )
}
