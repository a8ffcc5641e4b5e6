import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { TREND_DAYS } from '#contract/score.ts'
import { scoreQuery } from '#app/data/score.ts'
import { CardGrid } from '#app/ui/card.tsx'
import { BuildingSelector } from './building-selector.tsx'
import { scopeOf } from './dashboard-queries.ts'
import { DeviceCard } from './device-card.tsx'
import { FacilityProblemCard } from './facility-problem-card.tsx'
import { ScoreCard } from './score-card.tsx'
import { useFiguresFirst } from './use-figures-first.ts'

const route = getRouteApi('/_shell/socialData')

/** A unit's dashboard: one building or all of them. */
export function UnitDashboardScreen() {
  const { buildingId = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [days, setDays] = useState<(typeof TREND_DAYS)[number]>(7)
  const figuresStand = useFiguresFirst()
  const trend = useQuery(scoreQuery.trend({ ...scopeOf(buildingId), days }))
  return (
    <>
      <BuildingSelector
        value={buildingId}
        onChange={(next) => void navigate({ search: next ? { buildingId: next } : {}, replace: true })}
      />
      <CardGrid>
        <ScoreCard title="建筑消防安全评分" trend={trend} days={days} onDays={setDays} withChart={figuresStand} />
        {figuresStand && (
          <>
            <DeviceCard buildingId={buildingId} />
            <FacilityProblemCard key={buildingId} buildingId={buildingId} />
          </>
        )}
      </CardGrid>
    </>
  )
}
