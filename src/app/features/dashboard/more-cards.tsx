import { useQuery } from '@tanstack/react-query'
import { AccessOverviewCard } from './access-overview-card.tsx'
import { AreaRankingCard } from './area-ranking-card.tsx'
import { BuildingInfoCard } from './building-info-card.tsx'
import { partsOf } from './dashboard-queries.ts'
import { DeviceCard } from './device-card.tsx'
import { FacilityProblemCard } from './facility-problem-card.tsx'
import { ProviderCard } from './provider-card.tsx'
import { ScoreProblemCard } from './score-problem-card.tsx'
import { FireAlarmCard, HydrantCard, SprinklerCard } from './status-cards.tsx'
import { SurveyLink } from './survey-link.tsx'

/** What follows the scores: state, problems, then the unit among others. */
export function MoreCards({ buildingId }: { buildingId: string }) {
  const devices = useQuery(partsOf(buildingId).devices)
  const overview = useQuery(partsOf('').accessOverview)
  return (
    <>
      <AccessOverviewCard overview={overview} />
      <FireAlarmCard buildingId={buildingId} />
      <HydrantCard buildingId={buildingId} />
      <SprinklerCard buildingId={buildingId} />
      <FacilityProblemCard key={`facility ${buildingId}`} buildingId={buildingId} />
      <DeviceCard devices={devices} />
      <BuildingInfoCard />
      <ScoreProblemCard key={`score ${buildingId}`} buildingId={buildingId} />
      <AreaRankingCard />
      <ProviderCard />
      <div className="md:col-span-2 xl:col-span-3">
        <SurveyLink />
      </div>
    </>
  )
}
