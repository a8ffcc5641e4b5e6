import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BuildingLink } from '#app/parts/building-link.tsx'
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
      <AccessOverviewCard
        overview={overview}
        renderFigure={(status, shown) => (
          <BuildingLink to={status === undefined ? {} : { isAccess: String(status) }}>{shown}</BuildingLink>
        )}
      />
      <FireAlarmCard buildingId={buildingId} />
      <HydrantCard buildingId={buildingId} />
      <SprinklerCard buildingId={buildingId} />
      <FacilityProblemCard key={`facility ${buildingId}`} buildingId={buildingId} />
      <DeviceCard
        devices={devices}
        renderFigure={(shown) => <PointsLink buildingId={buildingId}>{shown}</PointsLink>}
      />
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

/** Leads from a count of points to the building's, or (of all together) to the buildings with theirs. */
function PointsLink({ buildingId, children }: { buildingId: string; children: ReactNode }) {
  if (buildingId === '') return <BuildingLink to={{}}>{children}</BuildingLink>
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: buildingId, canEdit: '1', tabName: 'pointInfo' }}
      className="rounded-sm hover:text-link hover:underline"
    >
      {children}
    </Link>
  )
}
