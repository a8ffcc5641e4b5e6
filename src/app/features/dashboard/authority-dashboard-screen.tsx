import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { TREND_DAYS } from '#contract/score.ts'
import { approvalQuery } from '#app/data/approval.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { scoreQuery } from '#app/data/score.ts'
import { areaOf, buildingsOf } from '#app/parts/authority-area.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { useAreaName } from '#app/parts/district-names.ts'
import { useMay } from '#app/session/use-may.ts'
import { NewWindowIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { CardGrid, CardSpace } from '#app/ui/card.tsx'
import { figureClass } from '#app/ui/figure-class.ts'
import { AuthorityNow } from './authority-now.tsx'
import { AccessOverviewCard } from './access-overview-card.tsx'
import { IsvRankingCard, RateRankingCard, ScoreRankingCard } from './authority-rankings.tsx'
import { DevicePointsCard } from './device-points-card.tsx'
import { NowWaiting, useIsKnown } from './now-block.tsx'
import { ScoreCard } from './score-card.tsx'
import { dayNumber, ScoreLineCard } from './score-line-card.tsx'
import { SelectBar } from './select-bar.tsx'
import { AlarmCard } from './status-cards.tsx'
import { useFiguresFirst } from './use-figures-first.ts'
import { WhereCard } from './where-card.tsx'

// Shown in a new city only.
const StartChecklist = lazy(() =>
  import('./start-checklist.tsx').then((loaded) => ({ default: loaded.StartChecklist })),
)

const route = getRouteApi('/_shell/fireDepData')

export function AuthorityDashboardScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const area = areaOf(search)
  const parts = authorityParts(area)
  const isReviewer = useMay('gov2')
  const pending = useQuery({ ...approvalQuery.pending(), enabled: isReviewer })
  const isKnown = useIsKnown(
    useQuery(parts.alarms),
    useQuery(parts.duty),
    useQuery(authorityParts(areaOf({})).duty),
    ...(isReviewer ? [pending] : []),
  )
  const { data: card } = useQuery(parts.deviceCard)
  return (
    <>
      <SelectBar
        title="接入概览"
        area={area}
        onChange={(next) => void navigate({ search: next, replace: true })}
        actions={
          <>
            {card?.url && (
              <a href={card.url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
                设备卡片
                <NewWindowIcon />
                <span className="sr-only">，在新窗口中打开</span>
              </a>
            )}
            <Link to="/biPage" search={search} className={buttonClass()}>
              大屏
            </Link>
          </>
        }
      />
      {isKnown ? (
        <>
          {pending.data?.setup ? (
            <Suspense fallback={<CardSpace height={44} className="mb-3" />}>
              <StartChecklist missing={pending.data.setup} />
            </Suspense>
          ) : null}
          <AuthorityNow area={area} pending={isReviewer ? pending : undefined} />
          <Cards
            area={area}
            onChoose={(county) =>
              void navigate({
                search: { ...(county && { county }), ...(search.buildType && { buildType: search.buildType }) },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </>
      ) : (
        <NowWaiting />
      )}
    </>
  )
}

interface CardsProps {
  readonly area: AuthorityArea
  onChoose(countyNo: string): void
}

function Cards({ area, onChoose }: CardsProps) {
  const name = useAreaName(area.countyNo)
  const parts = authorityParts(area)
  const [days, setDays] = useState<(typeof TREND_DAYS)[number]>(7)
  const open = useQuery(parts.alarms)
  const burning = {
    alarms: open.data?.total,
    low: useQuery(parts.duty).data?.low.buildings,
  }
  const shown = useFiguresFirst(3)
  const overview = useQuery(parts.accessOverview)
  const week = useQuery(parts.scoreOverview)
  const month = useQuery({ ...scoreQuery.overview({ ...area, days: 30 }), enabled: days === 30 })
  const alarms = useQuery(parts.fireAlarm)
  const devices = useQuery(parts.devices)
  if (shown === 0) return null
  return (
    <>
      <WhereCard area={area} alarms={open.data} onChoose={onChoose} />
      <CardGrid>
        <AccessOverviewCard
          overview={overview}
          renderFigure={(isAccess, shown) => (
            <BuildingLink to={buildingsOf(area, { isAccess })} className={figureClass}>
              {shown}
            </BuildingLink>
          )}
        />
        <ScoreCard
          title={`${name}消防安全评分`}
          trend={days === 7 ? week : month}
          days={days}
          onDays={setDays}
          {...burning}
          isCity={area.countyNo === ''}
          withChart={shown > 1}
          dayLabel={dayNumber}
          actions={
            <BuildingLink
              to={buildingsOf(area, { order: 'scoreAsc' })}
              className={buttonClass({ kind: 'quiet', size: 'small' })}
            >
              建筑
            </BuildingLink>
          }
        />
        <AlarmCard figures={alarms} scope={area} />
        {shown > 1 && (
          <>
            <IsvRankingCard area={area} />
            <RateRankingCard area={area} />
            {area.countyNo !== '' && <ScoreRankingCard area={area} />}
          </>
        )}
        {shown > 2 && (
          <>
            <ScoreLineCard area={area} />
            <DevicePointsCard
              devices={devices}
              scope={area}
              height={362}
              className="md:col-span-2 md:!h-auto xl:col-span-1 xl:!h-[362px]"
            />
          </>
        )}
      </CardGrid>
    </>
  )
}
