import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { TREND_DAYS } from '#contract/score.ts'
import { scoreQuery } from '#app/data/score.ts'
import { Button } from '#app/ui/button.tsx'
import { CardGrid } from '#app/ui/card.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { BuildingSelector } from './building-selector.tsx'
import { ComprehensiveScoreCard } from './comprehensive-score-card.tsx'
import { partsOf, scopeOf } from './dashboard-queries.ts'
import { GROUPS, MoreCards } from './more-cards.tsx'
import { ScoreCard } from './score-card.tsx'
import { useFiguresFirst } from './use-figures-first.ts'

const ScoreDialog = onDemand(() => import('./score-dialog.tsx').then((loaded) => loaded.ScoreDialog))

const route = getRouteApi('/_shell/socialData')

/** A unit's dashboard: one building or all of them. */
export function UnitDashboardScreen() {
  const { buildingId = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [days, setDays] = useState<(typeof TREND_DAYS)[number]>(7)
  const [isExplained, setExplained] = useState(false)
  const shown = useFiguresFirst(GROUPS)
  const week = useQuery(partsOf(buildingId).trend)
  const month = useQuery({ ...scoreQuery.trend({ ...scopeOf(buildingId), days: 30 }), enabled: days === 30 })
  const explain = (
    <Button kind="quiet" size="small" onClick={() => setExplained(true)}>
      明细
    </Button>
  )
  return (
    <>
      <BuildingSelector
        value={buildingId}
        onChange={(next) => void navigate({ search: next ? { buildingId: next } : {}, replace: true })}
      />
      <CardGrid>
        <ComprehensiveScoreCard withChart={shown > 0} actions={explain} />
        <ScoreCard
          title="接入建筑消防安全评分"
          trend={days === 7 ? week : month}
          days={days}
          onDays={setDays}
          withChart={shown > 0}
          actions={explain}
        />
        {shown > 0 && <MoreCards buildingId={buildingId} shown={shown} />}
      </CardGrid>
      <ScoreDialog buildingId={buildingId} open={isExplained} onClose={() => setExplained(false)} />
    </>
  )
}
