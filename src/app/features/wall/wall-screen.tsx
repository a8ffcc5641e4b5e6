import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { alarmStatus } from '#contract/dict/alarm-status.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import type { RankedArea } from '#contract/dashboard.ts'
import type { AlarmCounts } from '#contract/equipment.ts'
import { placesOf } from '#contract/ranking.rules.ts'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import { percentOf } from '#contract/shares.rules.ts'
import { useLive, useWatching } from '#app/data/live-state.ts'
import { authorityParts } from '#app/data/authority.ts'
import { capped, formatNumber } from '#app/lib/format.ts'
import { useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { clockAheadMs, useConnection } from '#app/offline/connection.ts'
import { useAlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { areaOf, useDistrictOf } from '#app/parts/authority-area.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { MOST_LOW, WallAlarms } from './wall-alarms.tsx'
import { WallBand } from './wall-band.tsx'
import { WallHead } from './wall-head.tsx'
import { WallLine } from './wall-line.tsx'
import { WallMap } from './wall-map.tsx'
import { WallFigure, WallPanel, WallPlaces } from './wall-panel.tsx'
import { again, endedAlarms, openAlarms, rankingsOf } from './wall-queries.ts'

const RING_MS = 20_000
const route = getRouteApi('/biPage')
const MOST = 9_999_999
const ENDS = 3

function rankedOf(rows: readonly RankedArea[], figure: (row: RankedArea) => number | null) {
  const found = rows
    .flatMap((row) => {
      const value = figure(row)
      return value === null ? [] : [{ name: row.areaName, value }]
    })
    .sort((a, b) => b.value - a.value)
  const places = placesOf(found.map(({ value }) => value))
  const ranked = found.map((row, at) => ({ ...row, at, place: places[at] ?? at + 1 }))
  return { first: ranked.slice(0, ENDS), last: ranked.slice(ENDS).slice(-ENDS) }
}

/** Offline only if the server counts it. */
const otherCounts = (of: AlarmCounts): [state: number, count: number][] => [
  [2, of.malfunctionEquipmentNumber],
  [3, of.shieldingEquipmentNumber],
  ...(of.offlineEquipmentNumber === undefined ? [] : [[4, of.offlineEquipmentNumber] as [number, number]]),
  [0, of.normalEquipmentNumber],
]

/** Figures older than three refresh intervals are marked stale, ms. */
const STALE_MS = 3.5 * 60_000

export function WallScreen() {
  useWatching()
  const search = route.useSearch()
  const area = areaOf(search)
  const parts = authorityParts(area)
  const [byRate, byScore] = rankingsOf(area)
  const open = useQuery(openAlarms(area))
  const ended = useQuery(endedAlarms(area))
  const access = useQuery({ ...parts.accessOverview, ...again })
  const score = useQuery({ ...parts.scoreOverview, ...again })
  const { low, silent } = useQuery({ ...parts.duty, ...again }).data ?? {}
  const alarms = useQuery({ ...parts.fireAlarm, ...again })
  const devices = useQuery({ ...parts.devices, ...again })
  const providers = useQuery({ ...parts.isvRanking, ...again })
  const rates = useQuery({ ...byRate, ...again })
  const scores = useQuery({ ...byScore, ...again })
  const mute = silent?.map((of) => ({ isvId: of.providerId, isvName: of.name, buildingCount: of.buildings })) ?? []
  const rest = (providers.data ?? []).filter(({ isvId }) => mute.every((of) => of.isvId !== isvId))
  const figures = [access, score, alarms, devices, providers, rates, scores]
  const times = figures.map(({ dataUpdatedAt }) => dataUpdatedAt)
  const newest = Math.max(...times)
  const connection = useConnection()
  const isCut = useLive().mode === 'cut'
  const now = useNow()
  const isStale = newest > 0 && now.getTime() - newest > STALE_MS
  const isLost = connection !== 'online' || isCut || isStale || open.isError || figures.every(({ isError }) => isError)
  const sound = useAlarmSound(open.data?.list ?? [], RING_MS)
  const districtOf = useDistrictOf()
  const kind = area.countyNo === '' ? '区域' : '街道'
  const isTablet = useMedia('(min-width: 768px) and (max-width: 1023px)')
  const isShort = (open.data?.total ?? 0) > 1 && !isTablet
  const places = isShort ? '后三名' : '排名'
  const ends = ({ first, last }: ReturnType<typeof rankedOf>) =>
    isShort ? [...first, ...last].slice(-ENDS) : [...first, ...last]
  return (
    <div className="wall theme-dark flex min-h-screen flex-col gap-[1em] bg-surface p-[1.25em] text-ink lg:h-screen lg:overflow-hidden">
      <WallHead
        area={area}
        search={search}
        since={times.includes(0) ? 0 : Math.min(...times)}
        isLost={isLost}
        sound={sound}
      />
      <WallBand
        alarms={open.data}
        lastEnded={ended.data?.list[0]}
        offline={devices.data?.totalOfflinePointNum}
        lostAt={isLost ? newest - (newest > 0 ? clockAheadMs() : 0) : null}
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
            open={open.data}
            ended={ended.data?.list ?? []}
            error={open.error?.message}
            isLost={isLost}
            districtOf={districtOf}
          />
          <div className="grid gap-[1em] max-lg:order-last md:max-lg:col-span-5 lg:grid-cols-2">
            <WallPanel title={`${kind}评分${places}`} isLow of={scores}>
              {(rows) => (
                <WallPlaces
                  label={`${kind}评分${places}`}
                  unit="分"
                  rows={ends(rankedOf(rows, ({ score: of }) => of)).map((row) => ({
                    ...row,
                    tone: scoreTone(row.value),
                  }))}
                />
              )}
            </WallPanel>
            <WallPanel title={`${kind}接入率${places}`} isLow of={rates}>
              {(rows) => (
                <WallPlaces
                  label={`${kind}接入率${places}`}
                  unit="%"
                  rows={ends(rankedOf(rows, ({ accessPercentage }) => accessPercentage))}
                />
              )}
            </WallPanel>
          </div>
        </div>
        <div className="grid min-h-0 gap-[1em] max-md:order-1 md:max-lg:col-span-6 lg:grid-rows-[16.25em_minmax(0,1fr)_minmax(0,1fr)]">
          <WallPanel title="火灾自动报警设备" of={alarms}>
            {(of) => (
              <>
                <AlarmFigure count={of.alarmEquipmentNumber} />
                <div className="flex flex-wrap justify-between gap-x-[1em] border-t border-line pt-[0.6em]">
                  {otherCounts(of).map(([state, count]) => (
                    <p key={state}>
                      <span className="flex items-center gap-[0.3em] text-[1.6em] text-ink-soft">
                        <ToneMark tone={count > 0 ? alarmStatus.tone(state) : 'unknown'} />
                        {alarmStatus.label(state)}
                      </span>
                      <span className="block font-figure text-[2.3em] font-semibold leading-tight">
                        {capped(count, MOST)}
                      </span>
                    </p>
                  ))}
                </div>
              </>
            )}
          </WallPanel>
          <WallPanel title="消防安全评分 · 近 7 天" of={score}>
            {({ totalScore, avgScore, comparedToLastMonthScore: change, chart }) => (
              <>
                <div className="flex items-center justify-between gap-[1.5em]">
                  <p
                    className={cx(
                      'whitespace-nowrap font-figure text-[4.5em] font-semibold leading-none',
                      toneClass[scoreTone(totalScore)].text,
                    )}
                  >
                    {formatNumber(totalScore, 1)}
                    <span className="ml-[0.1em] text-[0.4em] font-normal text-ink-soft">分</span>
                  </p>
                  <WallLine
                    label="近 7 天评分"
                    points={chart.map((day) => ({ label: `${Number(day.dateTime.slice(8))}日`, value: day.score }))}
                  />
                </div>
                <p className="flex items-center justify-between text-[1.75em] leading-tight">
                  <span className={cx('flex items-center gap-[0.3em]', toneClass[scoreTone(totalScore)].text)}>
                    <ToneMark tone={scoreTone(totalScore)} />
                    {scoreWord(totalScore)}
                  </span>
                  {change !== null && (
                    <span className="text-ink-soft">
                      较上月{' '}
                      <b className={cx('font-figure font-semibold', change < 0 ? 'text-attention-ink' : 'text-ink')}>
                        {change === 0 ? '持平' : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change), 1)}`}
                      </b>
                    </span>
                  )}
                </p>
                <p className="flex min-h-[1.25em] items-center justify-between text-[1.75em] leading-tight text-ink-soft">
                  {low && (
                    <span>
                      <b
                        className={cx('font-figure font-semibold', low.buildings > 0 ? 'text-danger-ink' : 'text-ink')}
                      >
                        {capped(low.buildings, MOST)}
                      </b>{' '}
                      栋低于 60 分
                    </span>
                  )}
                  {area.countyNo !== '' && <span>全市平均 {formatNumber(avgScore, 1)}</span>}
                </p>
              </>
            )}
          </WallPanel>
          <WallPanel title="建筑接入" of={access}>
            {(of) => (
              <>
                <WallFigure label="建筑总数" value={capped(of.totalCount, MOST)} unit="栋" />
                <WallFigure label="总接入率" value={formatNumber(of.totalAccessedPercentage, 1)} unit="%" />
                <div className="flex justify-between gap-x-[1em] border-t border-line pt-[0.6em]">
                  {(
                    [
                      [1, 'ok', of.accessedCount],
                      [2, 'working', of.accessingCount],
                      [0, 'idle', of.noAccessCount],
                    ] as const
                  ).map(([status, tone, count]) => (
                    <p key={status} className="text-[1.75em]">
                      <span className="text-ink-soft">{accessStatus.label(status)} </span>
                      <b className={cx('font-figure font-semibold', toneClass[tone].text)}>{capped(count, MOST)}</b>
                    </p>
                  ))}
                </div>
              </>
            )}
          </WallPanel>
        </div>
        <WallMap area={area} listed={(open.data?.list ?? []).slice(0, MOST_LOW)} />
      </main>
      <footer
        className={cx(
          'flex flex-wrap items-center md:justify-between gap-x-[2.25em] gap-y-[0.2em] text-[1.5em] text-ink-soft lg:flex-nowrap',
          isLost && 'opacity-60 saturate-[0.25]',
        )}
      >
        <span className="shrink-0">服务商接入</span>
        <ol
          aria-label="服务商接入"
          className="flex min-w-0 flex-1 flex-wrap gap-x-[1.5em] max-lg:basis-full md:justify-between md:max-lg:order-last lg:flex-nowrap lg:justify-evenly lg:overflow-hidden"
        >
          {[...mute, ...rest].slice(0, 3).map(({ isvName, isvId, buildingCount }, at) => (
            <li key={isvId ?? isvName} className="flex min-w-0 items-baseline gap-[0.4em]">
              {at < mute.length ? (
                <span className="inline-flex shrink-0 items-center gap-[0.3em] text-attention-ink">
                  <ToneMark tone="attention" />
                  无数据
                </span>
              ) : (
                silent && <ToneMark tone="ok" />
              )}
              <span title={isvName} className="min-w-0 truncate">
                {isvName.replace(/(股份)?有限公司$/, '')}
              </span>
              <span className="shrink-0 whitespace-nowrap">
                <b className="font-figure font-semibold text-ink">{formatNumber(buildingCount)}</b> 栋
              </span>
            </li>
          ))}
        </ol>
        {devices.data && <Online of={devices.data} />}
      </footer>
    </div>
  )
}

function AlarmFigure({ count }: { count: number }) {
  const tone = count > 0 ? 'fire' : 'unknown'
  return (
    <p className={cx('flex items-center gap-[1em]', toneClass[tone].text)}>
      <ToneMark tone={tone} className="h-[3em] w-[3em]" />
      <span className="text-[2.8em] font-semibold">{alarmStatus.label(1)}</span>
      <span className="ml-auto font-figure text-[5em] font-semibold leading-none">
        {capped(count, MOST)}
        <span className="ml-[0.3em] text-[0.3em] font-normal">{count > 999 ? '个' : '个设备'}</span>
      </span>
    </p>
  )
}

interface OnlineProps {
  readonly of: {
    readonly totalBuildPointNum: number
    readonly totalOnlinePointNum: number
    readonly totalOfflinePointNum: number
  }
}

function Online({
  of: { totalBuildPointNum: total, totalOnlinePointNum: online, totalOfflinePointNum: offline },
}: OnlineProps) {
  return (
    <section aria-label="设备在线" className="flex shrink-0 gap-[1.5em] whitespace-nowrap">
      <span>
        设备在线 <b className="font-figure font-semibold text-ink">{formatNumber(percentOf(online, total), 1)}%</b>
      </span>
      <span>
        离线点位{' '}
        <b className={cx('font-figure font-semibold', offline > 0 ? 'text-attention-ink' : 'text-ink')}>
          {capped(offline, MOST)}
        </b>
      </span>
    </section>
  )
}
