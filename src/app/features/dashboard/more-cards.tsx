import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { CardsDrawn, CardSpace } from '#app/ui/card.tsx'
import { figureClass } from '#app/ui/figure-class.ts'
import { AccessOverviewCard } from './access-overview-card.tsx'
import { AreaRankingCard } from './area-ranking-card.tsx'
import { BuildingInfoCard } from './building-info-card.tsx'
import { askTogether, partsOf, scopeOf } from './dashboard-queries.ts'
import { DevicePointsCard } from './device-points-card.tsx'
import { FacilityProblemCard } from './facility-problem-card.tsx'
import { ProviderCard } from './provider-card.tsx'
import { ScoreProblemCard } from './score-problem-card.tsx'
import { FireAlarmCard, HydrantCard, SprinklerCard } from './status-cards.tsx'
import { SurveyLink } from './survey-link.tsx'

export const GROUPS = 4

export function SystemCards({ buildingId, shown }: { buildingId: string; shown: number }) {
  if (shown === 0) return [0, 1, 2].map((at) => <CardSpace key={at} height={362} className="xl:!h-[290px]" />)
  return (
    <>
      <CardsDrawn value={shown > 1}>
        <FireAlarmCard buildingId={buildingId} />
        <HydrantCard buildingId={buildingId} />
      </CardsDrawn>
      <CardsDrawn value={shown > 2}>
        <SprinklerCard buildingId={buildingId} />
      </CardsDrawn>
    </>
  )
}

/** Later groups reserve their space; charts first. */
export function MoreCards({ buildingId, shown }: { buildingId: string; shown: number }) {
  const client = useQueryClient()
  useEffect(() => askTogether(client, ...Object.values(partsOf(buildingId))), [client, buildingId])
  const devices = useQuery(partsOf(buildingId).devices)
  return (
    <>
      <CardsDrawn value={shown > 1}>
        <UnitAccessCard />
      </CardsDrawn>
      <CardsDrawn value={shown > 2}>
        <FacilityProblemCard key={`facility ${buildingId}`} buildingId={buildingId} />
      </CardsDrawn>
      <DevicePointsCard devices={devices} scope={scopeOf(buildingId)} />
      <CardsDrawn value={shown > 3}>
        <BuildingInfoCard />
        <ScoreProblemCard key={`score ${buildingId}`} buildingId={buildingId} />
        <AreaRankingCard />
      </CardsDrawn>
      <ProviderCard />
      {shown > 3 && (
        <div className="md:col-span-2 xl:col-span-3">
          <SurveyLink />
        </div>
      )}
    </>
  )
}

function UnitAccessCard() {
  return (
    <AccessOverviewCard
      overview={useQuery(partsOf('').accessOverview)}
      renderFigure={(isAccess, figure) => (
        <BuildingLink to={isAccess === undefined ? {} : { isAccess }} className={figureClass}>
          {figure}
        </BuildingLink>
      )}
    />
  )
}
