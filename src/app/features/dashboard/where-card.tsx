import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { placesOf } from '#contract/ranking.rules.ts'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { type AuthorityArea, authorityParts } from '#app/data/authority.ts'
import { buildingQuery } from '#app/data/building.ts'
import { formatNumber, formatPercent, MISSING } from '#app/lib/format.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { buildingsOf, isHeldToDistrict, WHOLE_CITY } from '#app/parts/authority-area.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { type DistrictFigures, useDistrictFigures } from '#app/parts/districts/district-figures.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Medal, MEDALS } from '#app/ui/ranking.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { WorstBuildings } from './worst-buildings.tsx'

const DistrictMap = lazy(() =>
  import('#app/parts/districts/district-map.tsx').then((loaded) => ({ default: loaded.DistrictMap })),
)

const BY = [
  { value: 'score', label: '评分' },
  { value: 'rate', label: '接入率' },
] as const
type By = (typeof BY)[number]['value']

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
  const { ranking, figures } = useDistrictFigures(area.buildType, alarms?.list)
  const chosen = figures.find(({ code }) => code === area.countyNo)
  const isHeld = isHeldToDistrict()
  const title = isHeld ? '本区评分与火警' : '各区评分与火警'
  const summary = <Chosen of={chosen} isHeld={isHeld} area={area} total={alarms?.total} onClear={() => onChoose('')} />
  if (isHeld)
    return (
      <Card title={title} freshness={<DataTime of={ranking} />} className="mb-3">
        {summary}
        <WorstInDistrict area={area} />
      </Card>
    )
  const choose = (code: string) => onChoose(code === area.countyNo ? '' : code)
  return (
    <Card title={title} freshness={<DataTime of={ranking} />} className="mb-3">
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,30.625rem)_minmax(0,1fr)]">
        <div className="min-w-0 max-lg:mx-auto max-lg:w-full max-lg:max-w-[30.625rem]">
          <div className="relative pb-[90.6%]">
            <Suspense fallback={null}>
              <DistrictMap figures={figures} chosen={area.countyNo} onChoose={choose} />
            </Suspense>
          </div>
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
            {LEGEND.map(([swatch, words]) => (
              <li key={words} className="flex items-center gap-1.5">
                <i aria-hidden="true" className={cx('h-3 w-3 rounded-sm', swatch)} />
                {words}
              </li>
            ))}
          </ul>
          <p className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-soft">
            <span>点选地图或名次中的一个区，本页各项只看该区</span>
            <span>示意图，不作勘界依据</span>
          </p>
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
          <div className="max-lg:order-first">{summary}</div>
          <QueryResult
            of={ranking}
            waiting={
              <Loading className="min-h-[22rem]">
                <SkeletonText lines={9} />
              </Loading>
            }
          >
            {() => <Ends figures={figures} chosen={area.countyNo} onChoose={choose} />}
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
  readonly isHeld: boolean
  readonly area: AuthorityArea
  readonly total: number | undefined
  onClear(): void
}

function Chosen({ of, isHeld, area, total, onClear }: ChosenProps) {
  const parts = authorityParts(area)
  const { data: scored } = useQuery(parts.scoreOverview)
  const { data: access } = useQuery(parts.accessOverview)
  const { score, rate, alarms } = of ?? {
    score: scored?.totalScore ?? null,
    rate: access?.totalAccessedPercentage ?? null,
    alarms: total,
  }
  const band = scoreTone(score)
  const isHeldBack = band === 'ok' && alarms !== undefined && alarms > 0
  const tone = isHeldBack ? 'unknown' : band
  return (
    <section
      aria-label="所选区"
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 rounded-md bg-sunk p-3"
    >
      <h3 className="text-lg">{of?.name ?? WHOLE_CITY}</h3>
      <div className="flex gap-2 md:order-last">
        <BuildingLink to={buildingsOf(area, { order: 'scoreAsc' })} className={buttonClass({ size: 'small' })}>
          建筑
        </BuildingLink>
        {alarms !== undefined && alarms > 0 && (
          <Link to="/alarms" className={cx(buttonClass({ size: 'small' }), 'text-danger-ink')}>
            火警 {alarms} 处
          </Link>
        )}
        {of && !isHeld && (
          <Button size="small" kind="quiet" onClick={onClear}>
            看全市
          </Button>
        )}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm text-ink-soft max-md:w-full md:flex-1">
        <span className={cx('inline-flex items-center gap-1', toneClass[tone].text)}>
          {!isHeldBack && <ToneMark tone={tone} />}
          <b className="font-figure text-xl font-semibold">{formatNumber(score, 1)}</b> 分{' '}
          {isHeldBack ? '有火警' : scoreWord(score)}
        </span>
        <span>
          接入率 <b className="font-figure text-xl font-semibold text-ink">{formatPercent(rate)}</b>
        </span>
      </p>
    </section>
  )
}

interface EndsProps {
  readonly figures: readonly DistrictFigures[]
  readonly chosen: string
  onChoose(code: string): void
}

function Ends({ figures, chosen, onChoose }: EndsProps) {
  const [by, setBy] = useState<By>('score')
  const [isAll, setAll] = useState(false)
  const ends = useMedia(WIDE) ? 4 : 3
  const few = ends === 4 ? '四' : '三'
  const ranked = figures.slice().sort((a, b) => (b[by] ?? -1) - (a[by] ?? -1))
  const places = placesOf(ranked.map((row) => row[by]))
  const isShort = ranked.length <= 2 * ends || isAll
  const rows = ranked.map((row, at) => ({ row, place: places[at] ?? at + 1 }))
  const list = (those: typeof rows, label: string) => (
    <ol aria-label={label} className={cx(isAll && 'max-h-[20rem] overflow-auto')}>
      {those.map(({ row, place }) => (
        <District
          key={row.code}
          of={row}
          by={by}
          place={place}
          isChosen={row.code === chosen}
          onChoose={() => onChoose(row.code)}
        />
      ))}
    </ol>
  )
  return (
    <div className="min-h-[22rem]">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="text-base">区域排名</h3>
        <Segmented label="排名依据" options={BY} value={by} onChange={setBy} />
      </div>
      {isShort ? (
        list(rows, '区域排名')
      ) : (
        <>
          {list(rows.slice(0, ends), `前${few}名`)}
          <p className="flex items-center gap-3 text-xs text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            后{few}名
          </p>
          {list(rows.slice(-ends), `后${few}名`)}
        </>
      )}
      {figures.length > 2 * ends && (
        <Button kind="quiet" size="small" className="mt-1" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? `只看前后${few}名` : `全部 ${figures.length} 区`}
        </Button>
      )}
    </div>
  )
}

interface DistrictProps {
  readonly of: DistrictFigures
  readonly by: By
  readonly place: number
  readonly isChosen: boolean
  onChoose(): void
}

function District({ of, by, place, isChosen, onChoose }: DistrictProps) {
  const value = of[by]
  const medal = MEDALS[place - 1]
  const tone = by === 'score' ? scoreTone(value) : 'working'
  const content = (
    <>
      {medal ? (
        <Medal place={place} {...medal} />
      ) : (
        <span className="w-7 shrink-0 text-center font-figure text-ink-soft">{place}</span>
      )}
      <span className="w-[4.5em] shrink-0 truncate text-left">{of.name}</span>
      <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
        <i
          className={cx('block h-full rounded-full bg-current', toneClass[tone].solid)}
          style={{ width: `${value ?? 0}%` }}
        />
      </span>
      <span
        className={cx(
          'w-16 shrink-0 text-right font-figure font-semibold',
          by === 'score' && tone !== 'ok' && toneClass[tone].text,
        )}
      >
        {value === null ? MISSING : formatNumber(value, 1)}
        <span className="text-xs font-normal text-ink-soft">{by === 'score' ? '分' : '%'}</span>
      </span>
      <span className="w-14 shrink-0 whitespace-nowrap text-right text-xs text-danger-ink">
        {of.alarms > 0 && `${of.alarms} 处火警`}
      </span>
    </>
  )
  return (
    <li value={place}>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cx(
          'flex min-h-[2.75rem] w-full items-center gap-2 rounded text-base lg:min-h-[2.5rem]',
          '-outline-offset-2 hover:bg-sunk',
          isChosen && 'bg-link/10',
        )}
      >
        {content}
      </button>
    </li>
  )
}
