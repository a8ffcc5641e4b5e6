import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import type { AuthorityArea } from '#app/data/authority.ts'
import { isHeldToDistrict } from '#app/parts/authority-area.ts'
import { useDistrictFigures } from '#app/parts/districts/district-figures.ts'
import { MapAwaited } from '#app/parts/districts/map-awaited.tsx'
import { cx } from '#app/ui/cx.ts'
import { again } from './wall-queries.ts'

const DistrictMap = lazy(() =>
  import('#app/parts/districts/district-map.tsx').then((loaded) => ({ default: loaded.DistrictMap })),
)

const LEGEND = [
  ['bg-[rgb(var(--map-ok))]', '80+ 不标分'],
  ['bg-[rgb(var(--map-attention))]', '60–79'],
  ['bg-[rgb(var(--map-danger))]', '<60'],
] as const

const CIRCLE = 'rounded-full bg-fire-ground'

interface WallMapProps {
  readonly area: AuthorityArea
  readonly listed: readonly AlarmRow[]
  readonly className: string | false
}

export function WallMap({ area, listed, className }: WallMapProps) {
  const id = useId()
  const navigate = useNavigate()
  const { data: open } = useQuery(alarmQuery.open())
  const { figures } = useDistrictFigures(area.buildType, open, again)
  const isHeld = isHeldToDistrict()
  const rest = (open?.list.length ?? 0) > listed.length
  const choose = (code: string) =>
    !isHeld &&
    void navigate({
      to: '/biPage',
      search: {
        ...(code !== area.countyNo && { county: code }),
        ...(area.buildType !== 0 && { buildType: area.buildType }),
      },
      replace: true,
    })
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-panel px-[1.25em] py-[0.9em] md:max-lg:col-span-7',
        className,
      )}
    >
      <div className="mb-[0.5em] flex flex-wrap items-baseline justify-between gap-x-[1em]">
        <h2 id={id} className="text-[1.875em] font-normal leading-tight text-ink-soft">
          各区评分与火警 <span className="text-[0.8em]">示意图</span>
        </h2>
        <ul className="flex gap-[1em] text-[1.4em] leading-snug text-ink-soft">
          {LEGEND.map(([swatch, words]) => (
            <li key={words} className="flex items-center gap-[0.4em]">
              <i aria-hidden="true" className={cx('h-[0.9em] w-[1.2em] rounded-sm border border-line', swatch)} />
              {words}
            </li>
          ))}
          {figures.some(({ alarms, isPart }) => isPart && alarms === undefined) && <li>? 火警未知</li>}
        </ul>
      </div>
      <div className="relative min-h-0 max-lg:pb-[90.6%] lg:flex-1">
        <div className="absolute inset-0 m-auto lg:h-[min(40.77em,31.71em_+_12.08vh,70vh_-_7.7em)] lg:w-[min(45em,35em_+_13.33vh,77.25vh_-_8.5em)]">
          <Suspense fallback={<MapAwaited isWall />}>
            <DistrictMap figures={figures} chosen={area.countyNo} listed={listed} onChoose={choose} />
          </Suspense>
        </div>
      </div>
      {listed.length > 0 && (
        <p
          aria-hidden="true"
          className="mt-[0.5em] flex items-center justify-end gap-[0.4em] text-[1.4em] leading-snug text-ink-soft"
        >
          <i className={cx(CIRCLE, 'h-[0.9em] w-[0.9em]')} />
          未结束火警处数
          {rest && (
            <>
              <i className={cx(CIRCLE, 'ml-[0.6em] h-[0.9em] w-[0.9em] border-[0.14em] border-white')} />
              本页所列
            </>
          )}
        </p>
      )}
    </section>
  )
}
