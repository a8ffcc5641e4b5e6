import { useQuery } from '@tanstack/react-query'
import { may } from '#contract/access.ts'
import { problem } from '#contract/problem.ts'
import { formatNumber } from '#app/lib/format.ts'
import { Answer } from '#app/parts/answer.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { partsOf } from './dashboard-queries.ts'
import { WaitingStats } from './waiting-stats.tsx'

/** Resolved, unresolved and all problems, for those whose role may ask: the authority's list goes without. */
export function ProblemCounts({ buildingId }: { buildingId: string }) {
  const allowed = may(problem.facilityCounts.access, actorOf(useSession()))
  const counts = useQuery({ ...partsOf(buildingId).counts, enabled: allowed })
  if (!allowed) return null
  return (
    <div className="px-4 py-3">
      <Answer of={counts} waiting={<WaitingStats labels={['已解决', '未解决', '总问题']} />}>
        {({ resolvedNum, notSolvedNum, totalNum }) => (
          <Stats>
            <Stat label="已解决" value={formatNumber(resolvedNum)} tone="ok" />
            <Stat label="未解决" value={formatNumber(notSolvedNum)} tone={notSolvedNum > 0 ? 'danger' : 'idle'} />
            <Stat label="总问题" value={formatNumber(totalNum)} />
          </Stats>
        )}
      </Answer>
    </div>
  )
}
