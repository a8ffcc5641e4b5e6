import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import type { AuthorityArea } from '#app/data/authority.ts'
import { buildingQuery } from '#app/data/building.ts'
import { outlineQuery } from '#app/data/outline.ts'
import { MISSING } from '#app/lib/format.ts'
import { buildingsOf, isHeldToDistrict } from '#app/parts/authority-area.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { useAreaName } from '#app/parts/district-names.ts'
import { type DistrictFigures, firesIn, useDistrictFigures } from '#app/parts/districts/district-figures.ts'
import { MapAwaited } from '#app/parts/districts/map-awaited.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { AreaFigures } from './area-figures.tsx'
import { ScoreRanking } from './score-ranking.tsx'
import { WorstBuildings } from './worst-buildings.tsx'

const DistrictMap = lazy(() =>
  import('#app/parts/districts/district-map.tsx').then((loaded) => ({ default: loaded.DistrictMap })),
)

const RANKING = '区域接入评分排名'
const ACT = cx(buttonClass({ size: 'small' }), 'md:my-1.5')

const LEGEND = [
  ['bg-[rgb(var(--map-ok))]', '80 分以上'],
  ['bg-[rgb(var(--map-attention))]', '60–79'],
  ['bg-[rgb(var(--map-danger))]', '60 以下'],
  ['rounded-full bg-fire-ground', '火警处数'],
] as const

interface WhereCardProps {
  readonly area: AuthorityArea
  readonly alarms: { readonly list: readonly AlarmRow[]; readonly total: number } | undefined
  onChoose(countyNo: string): void
}

export function WhereCard({ area, alarms, onChoose }: WhereCardProps) {
  const { ranking, figures } = useDistrictFigures(area.buildType, alarms)
  const chosen = figures.find(({ code }) => code === area.countyNo)
  const isHeld = isHeldToDistrict()
  useQuery({ ...outlineQuery(), enabled: !isHeld, notifyOnChangeProps: [] })
  const title = isHeld ? '本区评分与火警' : '各区评分与火警'
  const total = firesIn(area.countyNo, alarms)
  const legend = LEGEND.map(([swatch, words]) => (
    <li key={words} className="flex items-center gap-1.5">
      <i aria-hidden="true" className={cx('h-3 w-3 rounded-sm', swatch)} />
      {words}
    </li>
  ))
  const actions = (
    <>
      {!isHeld && <ul className="mr-2 flex gap-x-4 whitespace-nowrap text-xs text-ink-soft max-md:hidden">{legend}</ul>}
      <BuildingLink
        to={buildingsOf(area, { order: 'scoreAsc' })}
        className={cx(ACT, area.countyNo === '' && 'max-md:hidden')}
      >
        {area.countyNo !== '' ? '本区建筑' : area.buildType === 0 ? '建筑列表' : '此类建筑'}
      </BuildingLink>
      {area.countyNo !== '' && total !== undefined && total > 0 && (
        <Link to="/alarms" search={{ county: area.countyNo }} className={cx(ACT, 'text-danger-ink')}>
          火警 {chosen?.isPart && '至少 '}
          {total} 处
        </Link>
      )}
      {area.countyNo !== '' && !isHeld && (
        <Button size="small" kind="quiet" onClick={() => onChoose('')}>
          看全市
        </Button>
      )}
    </>
  )
  if (isHeld)
    return (
      <Card title={title} freshness={<DataTime of={ranking} />} actions={actions} className="mb-3">
        <Chosen of={ranking.data && chosen} area={area} total={total} />
        <WorstInDistrict area={area} />
      </Card>
    )
  const choose = (code: string) => onChoose(code === area.countyNo ? '' : code)
  return (
    <Card title={title} freshness={<DataTime of={ranking} />} actions={actions} className="mb-3">
      <div className="grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,30.625rem)_minmax(0,1fr)]">
        <div className="min-w-0 max-xl:mx-auto max-xl:w-full max-xl:max-w-[30.625rem]">
          <div className="relative pb-[90.6%]">
            <Suspense fallback={<MapAwaited />}>
              <DistrictMap figures={figures} chosen={area.countyNo} onChoose={choose} />
            </Suspense>
          </div>
          <ul className="map-legend">
            {legend}
            {figures.some(({ alarms: of, isPart }) => isPart && of === undefined) && <li>? 火警未知</li>}
          </ul>
          <p className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-soft">
            <span>点选地图或名次中的一个区，本页各项只看该区</span>
            <span>示意图，不作勘界依据</span>
          </p>
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-xl:contents">
          <Chosen of={ranking.data && chosen} area={area} total={total} />
          <QueryResult
            of={ranking}
            waiting={
              <Loading className="ranking-room">
                <SkeletonText lines={9} />
              </Loading>
            }
          >
            {() => <Districts figures={figures} chosen={area.countyNo} onChoose={choose} />}
          </QueryResult>
        </div>
      </div>
    </Card>
  )
}

function WorstInDistrict({ area }: { area: AuthorityArea }) {
  const { countyNo, buildType } = area
  const order = { currentPage: 1, pageSize: 6, order: 'worst' } as const
  const worst = useQuery(
    buildingQuery.list({ ...order, county: countyNo, ...(buildType !== 0 && { buildingType: buildType }) }),
  )
  return (
    <>
      <h3 className="mb-2 mt-3 text-sm text-ink-soft">建筑，严重的在前</h3>
      <WorstBuildings
        of={worst}
        className="min-h-[16.5rem] gap-x-8 md:grid md:min-h-[8.25rem] md:grid-cols-2 md:content-start"
      />
    </>
  )
}

interface ChosenProps {
  readonly of: DistrictFigures | undefined
  readonly area: AuthorityArea
  readonly total: number | undefined
}

function Chosen({ of, area, total }: ChosenProps) {
  const name = useAreaName(area.countyNo)
  if (area.countyNo === '') return null
  return (
    <section
      aria-label="所选区"
      className="flex flex-wrap items-baseline gap-x-5 gap-y-1 rounded-md bg-sunk p-3 text-sm text-ink-soft max-xl:order-first"
    >
      <h3 className="text-lg text-ink">{name}</h3>
      <AreaFigures area={area} of={of} total={total} />
    </section>
  )
}

interface DistrictsProps {
  readonly figures: readonly DistrictFigures[]
  readonly chosen: string
  onChoose(code: string): void
}

function Districts({ figures, chosen, onChoose }: DistrictsProps) {
  return (
    <section aria-label={RANKING} className="ranking-room flex min-w-0 flex-1 flex-col">
      <h3 className="mb-1 text-base">{RANKING}</h3>
      <ScoreRanking
        label={RANKING}
        inColumns
        rows={figures
          .slice()
          .sort((a, b) => (b.score ?? -1) - (a.score ?? -1))
          .map(({ code, name, score, rate, alarms, isPart }) => ({
            name,
            score,
            rate,
            fires: <Fires of={alarms} isPart={isPart} county={code} />,
            label: (
              <button
                type="button"
                aria-pressed={code === chosen}
                onClick={() => onChoose(code)}
                className={cx(
                  'block min-h-[1.5rem] w-full truncate rounded px-1 -outline-offset-2 [text-align:inherit] after:absolute after:inset-0 touch:min-h-control hover:text-link hover:underline',
                  code === chosen && 'bg-link/10 font-semibold text-link',
                )}
              >
                {name}
              </button>
            ),
          }))}
      />
    </section>
  )
}

interface FiresProps {
  readonly of: number | undefined
  readonly isPart: boolean
  readonly county: string
}

function Fires({ of, isPart, county }: FiresProps) {
  if (of === undefined)
    return (
      <>
        {MISSING}
        {isPart && <span className="sr-only">火警未知</span>}
      </>
    )
  const words = (
    <>
      {isPart && <span className="sr-only">至少 </span>}
      {of}
      {isPart && <span aria-hidden="true">+</span>}
      <span className="sr-only"> 处火警</span>
    </>
  )
  if (of === 0) return words
  return (
    <Link
      to="/alarms"
      search={{ county }}
      className="relative z-10 block py-[3px] font-semibold text-danger-ink underline decoration-dotted underline-offset-4 hover:decoration-solid touch:after:absolute touch:after:-bottom-2.5 touch:after:-left-3 touch:after:-top-2.5 touch:after:right-0"
    >
      {words}
    </Link>
  )
}
