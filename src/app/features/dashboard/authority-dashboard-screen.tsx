import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TREND_DAYS } from '#contract/score.ts'
import { scoreQuery } from '#app/data/score.ts'
import { CardGrid } from '#app/ui/card.tsx'
import { ownArea } from './dashboard-queries.ts'
import { DeviceCard } from './device-card.tsx'
import { FacilityProblemCard } from './facility-problem-card.tsx'
import { ScoreCard } from './score-card.tsx'
import { useFiguresFirst } from './use-figures-first.ts'

/** The authority's dashboard: its district at level 3, the whole otherwise. */
export function AuthorityDashboardScreen() {
  const [days, setDays] = useState<(typeof TREND_DAYS)[number]>(7)
  const figuresStand = useFiguresFirst()
  const trend = useQuery(scoreQuery.overview({ days, ...ownArea() }))
  return (
    <CardGrid>
      <ScoreCard title="辖区消防安全评分" trend={trend} days={days} onDays={setDays} withChart={figuresStand} />
      {figuresStand && (
        <>
          <DeviceCard buildingId="" />
          <FacilityProblemCard buildingId="" />
        </>
      )}
    </CardGrid>
  )
}
