import { getRouteApi, Link } from '@tanstack/react-router'
import { useWatching } from '#app/data/live-state.ts'
import { formatNumber } from '#app/lib/format.ts'
import { useMedia } from '#app/lib/use-media.ts'
import { useAlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { areaOf } from '#app/parts/authority-area.ts'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { useWallContact } from './use-wall-contact.ts'
import { useWallPage } from './use-wall-page.ts'
import { useWallQueries } from './use-wall-queries.ts'
import { WallAlarms } from './wall-alarms.tsx'
import { WallBand } from './wall-band.tsx'
import { AccessPanel, AlarmPanel, ScorePanel } from './wall-figure-panels.tsx'
import { WallFoot } from './wall-foot.tsx'
import { WallHead } from './wall-head.tsx'
import { WallMap } from './wall-map.tsx'
import { WallRankings } from './wall-rankings.tsx'

const RING_MS = 20_000
const route = getRouteApi('/biPage')

export function WallScreen() {
  useWatching()
  const search = route.useSearch()
  const area = areaOf(search)
  const queries = useWallQueries(area)
  const open = queries.open.data
  const ended = queries.ended.data?.list
  const { isLost, since, lostAt } = useWallContact(queries)
  const sound = useAlarmSound(open?.list ?? [], RING_MS)
  const districtOf = useDistrictOf()
  const { rows: shown, from } = useWallPage(open?.list ?? [])
  const isDistrict = area.countyNo !== ''
  const listed = isDistrict ? { county: area.countyNo } : {}
  const undecided = open?.list.filter(({ verdict }) => verdict === null).length ?? 0
  const isTablet = useMedia('(min-width: 768px) and (max-width: 1023px)')
  const isFirst = queries.open.isLoading || queries.ended.isLoading
  const below = isFirst && 'max-lg:hidden'
  const isShort = (open?.total ?? 0) > 1 && !isTablet
  return (
    <div className="wall theme-dark flex min-h-screen flex-col gap-[1em] max-md:gap-2 bg-surface p-[1.25em] text-ink lg:h-screen lg:overflow-hidden">
      <WallHead area={area} search={search} since={since} isLost={isLost} sound={sound} />
      <WallBand
        alarms={open}
        lastEnded={ended?.[0]}
        offline={
          queries.silence.data &&
          (queries.silence.data.offlineEquipmentNumber ?? queries.devices.data?.totalOfflinePointNum)
        }
        lostAt={lostAt}
        districtOf={districtOf}
      />
      <main
        className={cx(
          'grid min-h-0 grid-cols-1 gap-[1em] md:flex-1 md:max-lg:grid-cols-12 lg:grid-cols-[27em_minmax(0,1fr)_max(41em,51em_-_13.33vh)]',
          isLost && 'opacity-60 saturate-[0.25]',
        )}
      >
        <div
          className={cx(
            'grid min-h-0 gap-[1em] max-lg:contents max-md:[&>section]:order-first md:max-lg:[&>section]:col-span-6 lg:order-last',
            isShort ? 'lg:grid-rows-[minmax(0,1fr)_12.9em]' : 'lg:grid-rows-[minmax(0,1fr)_21.8em]',
          )}
        >
          <WallAlarms
            open={open}
            shown={shown}
            from={from}
            ended={ended}
            error={queries[open ? 'ended' : 'open'].error?.message}
            isLost={isLost}
            search={listed}
            districtOf={districtOf}
          />
          <WallRankings
            scores={queries.scores}
            rates={queries.rates}
            isDistrict={isDistrict}
            isShort={isShort}
            className={isFirst && 'hidden'}
          />
        </div>
        <div
          className={cx(
            'grid min-h-0 gap-[1em] max-md:order-1 md:max-lg:col-span-6 lg:grid-rows-[16.25em_minmax(0,1fr)_minmax(0,1fr)]',
            below,
          )}
        >
          <AlarmPanel alarms={queries.alarms} />
          <ScorePanel score={queries.score} duty={queries.duty} isDistrict={isDistrict} />
          <AccessPanel access={queries.access} />
        </div>
        <WallMap key={String(isFirst)} area={area} listed={shown} className={below} />
      </main>
      <WallFoot
        area={area}
        providers={queries.providers}
        duty={queries.duty}
        devices={queries.devices}
        isLost={isLost}
        className={below}
      />
      {undecided > 0 && (
        <div className="sticky bottom-0 z-sticky -mx-[1.25em] -mb-[1.25em] bg-surface px-[1.25em] py-3 md:hidden">
          <Link
            to="/alarms"
            search={listed}
            className={cx(buttonClass({ kind: 'primary', block: true }), 'min-h-[3rem]')}
          >
            去确认{open?.list.length === open?.total && ` ${formatNumber(undecided)} 处`}
          </Link>
        </div>
      )}
    </div>
  )
}
