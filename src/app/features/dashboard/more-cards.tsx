import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { figureClass } from '#app/ui/figure-class.ts'
import { onDemand } from '#app/ui/on-demand.tsx'
import { AccessOverviewCard } from './access-overview-card.tsx'
import { AreaRankingCard } from './area-ranking-card.tsx'
import { BuildingInfoCard } from './building-info-card.tsx'
import { askTogether, partsOf } from './dashboard-queries.ts'
import { DeviceCard } from './device-card.tsx'
import { FacilityProblemCard } from './facility-problem-card.tsx'
import type { PointFilter } from './points-dialog.tsx'
import { ProviderCard } from './provider-card.tsx'
import { ScoreProblemCard } from './score-problem-card.tsx'
import { FireAlarmCard, HydrantCard, SprinklerCard } from './status-cards.tsx'
import { SurveyLink } from './survey-link.tsx'

const PointsDialog = onDemand(() => import('./points-dialog.tsx').then((loaded) => loaded.PointsDialog))

/** As many as MoreCards has. */
export const GROUPS = 3

/** What follows the scores, the first `shown` groups of it: state, problems, then the unit among others. */
export function MoreCards({ buildingId, shown }: { buildingId: string; shown: number }) {
  const client = useQueryClient()
  useEffect(() => askTogether(client, ...Object.values(partsOf(buildingId))), [client, buildingId])
  const devices = useQuery(partsOf(buildingId).devices)
  const [filter, setFilter] = useState<PointFilter>('')
  const [isPointsOpen, setPointsOpen] = useState(false)
  const show = (chosen: PointFilter) => {
    setFilter(chosen)
    setPointsOpen(true)
  }
  const overview = useQuery(partsOf('').accessOverview)
  return (
    <>
      <AccessOverviewCard
        overview={overview}
        renderFigure={(isAccess, figure) => (
          <BuildingLink to={isAccess === undefined ? {} : { isAccess }} className={figureClass}>
            {figure}
          </BuildingLink>
        )}
      />
      <FireAlarmCard buildingId={buildingId} />
      <HydrantCard buildingId={buildingId} />
      {shown > 1 && (
        <>
          <SprinklerCard buildingId={buildingId} />
          <FacilityProblemCard key={`facility ${buildingId}`} buildingId={buildingId} />
          <DeviceCard
            devices={devices}
            renderFigure={(figure, connectStatus) => (
              <button type="button" className={figureClass} onClick={() => show(connectStatus)}>
                {figure}
              </button>
            )}
          />
          <PointsDialog
            buildingId={buildingId}
            filter={filter}
            onFilter={setFilter}
            open={isPointsOpen}
            onClose={() => setPointsOpen(false)}
          />
        </>
      )}
      {shown > 2 && (
        <>
          <BuildingInfoCard />
          <ScoreProblemCard key={`score ${buildingId}`} buildingId={buildingId} />
          <AreaRankingCard />
          <ProviderCard />
          <div className="md:col-span-2 xl:col-span-3">
            <SurveyLink />
          </div>
        </>
      )}
    </>
  )
}
