import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { CardSpace } from '#app/ui/card.tsx'
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
export const GROUPS = 4

/**
 * What follows the scores: state, problems, then the unit among others. Of its groups the first `shown` are drawn, the
 * others' places kept: those with charts first, then from above to below.
 */
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
  return (
    <>
      {shown > 1 ? (
        <>
          <UnitAccessCard />
          <FireAlarmCard buildingId={buildingId} />
          <HydrantCard buildingId={buildingId} />
        </>
      ) : (
        <>
          <CardSpace height={362} />
          <CardSpace height={362} />
          <CardSpace height={362} />
        </>
      )}
      {shown > 2 ? (
        <>
          <SprinklerCard buildingId={buildingId} />
          <FacilityProblemCard key={`facility ${buildingId}`} buildingId={buildingId} />
        </>
      ) : (
        <>
          <CardSpace height={362} />
          <CardSpace height={465} className="md:col-span-2 xl:col-span-1" />
        </>
      )}
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
      {shown > 3 ? (
        <>
          <BuildingInfoCard />
          <ScoreProblemCard key={`score ${buildingId}`} buildingId={buildingId} />
          <AreaRankingCard />
        </>
      ) : (
        <>
          <CardSpace height={465} />
          <CardSpace height={556} />
          <CardSpace height={556} />
        </>
      )}
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
