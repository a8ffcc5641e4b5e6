import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TREND_DAYS } from '#contract/score.ts'
import { Button } from '#app/ui/button.tsx'
import { CardGrid } from '#app/ui/card.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { BuildingSelector } from './building-selector.tsx'
import { ComprehensiveScoreCard } from './comprehensive-score-card.tsx'
import { partsOf } from './dashboard-queries.ts'
import { GROUPS, MoreCards, SystemCards } from './more-cards.tsx'
import { NowWaiting, useIsKnown } from './now-block.tsx'
import { LowestScores } from './lowest-scores.tsx'
import { ScoreCard } from './score-card.tsx'
import { UnitNow } from './unit-now.tsx'
import { useFiguresFirst } from './use-figures-first.ts'

const ScoreDialog = onDemand(() => import('./score-dialog.tsx').then((loaded) => loaded.ScoreDialog))

const route = getRouteApi('/_shell/socialData')

/** @param checkIn features do not import features */
export function UnitDashboardScreen({ checkIn }: { checkIn: ReactNode }) {
  const { buildingId = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const parts = partsOf('')
  const isKnown = useIsKnown(useQuery(parts.alarms), useQuery(parts.duty))
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3 md:-mt-[3.25rem] md:mb-2 md:ml-16 md:min-h-[2.75rem]">
        <BuildingSelector
          className="min-w-0 max-w-md flex-1"
          value={buildingId}
          onChange={(next) => void navigate({ search: next ? { buildingId: next } : {}, replace: true })}
        />
        {checkIn}
      </div>
      {isKnown ? (
        <>
          <UnitNow />
          <Cards buildingId={buildingId} />
        </>
      ) : (
        <NowWaiting />
      )}
    </>
  )
}

function Cards({ buildingId }: { buildingId: string }) {
  const parts = partsOf(buildingId)
  const [days, setDays] = useState<(typeof TREND_DAYS)[number]>(30)
  const [isExplained, setExplained] = useState(false)
  const burning = {
    alarms: useQuery(parts.alarms).data?.total,
    low: useQuery(parts.duty).data?.low.buildings,
  }
  const shown = useFiguresFirst(GROUPS)
  const week = useQuery(parts.trend)
  const month = useQuery(parts.month)
  const scores = useQuery(parts.scores).data?.buildings ?? []
  const explain = (
    <Button kind="quiet" size="small" className="-mr-2.5" onClick={() => setExplained(true)}>
      明细
    </Button>
  )
  return (
    <>
      <CardGrid>
        <SystemCards buildingId={buildingId} shown={shown} />
        <ComprehensiveScoreCard withChart={shown > 0} actions={explain} />
        <ScoreCard
          title="接入建筑消防安全评分"
          trend={days === 7 ? week : month}
          days={days}
          onDays={setDays}
          {...burning}
          withChart={shown > 0}
          actions={explain}
          beside={buildingId === '' && scores.length > 0 && <LowestScores of={scores} />}
        />
        {shown > 0 && <MoreCards buildingId={buildingId} shown={shown} />}
      </CardGrid>
      <ScoreDialog buildingId={buildingId} open={isExplained} onClose={() => setExplained(false)} />
    </>
  )
}
