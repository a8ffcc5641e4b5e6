import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { alarmStatus } from '#contract/dict/alarm-status.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import type { RankedArea } from '#contract/dashboard.ts'
import type { AlarmCounts } from '#contract/equipment.ts'
import { placesOf } from '#contract/ranking.rules.ts'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import { percentOf } from '#contract/shares.rules.ts'
import { authorityParts } from '#app/data/authority.ts'
import { capped, formatNumber } from '#app/lib/format.ts'
import { areaOf } from '#app/parts/authority-area.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { WallHead } from './wall-head.tsx'
import { WallLine } from './wall-line.tsx'
import { WallBars, WallFigure, WallPanel } from './wall-panel.tsx'
import { again, rankingsOf } from './wall-queries.ts'

const route = getRouteApi('/biPage')
const MOST = 9_999_999
/** What can be read from five metres. */
const ROWS = 6

/** The best areas by a figure, with their places; areas without one are left out. */
function rankedOf(rows: readonly RankedArea[], figure: (row: RankedArea) => number | null) {
  const found = rows
    .flatMap((row) => {
      const value = figure(row)
      return value === null ? [] : [{ name: row.areaName, value }]
    })
    .sort((a, b) => b.value - a.value)
  const places = placesOf(found.map(({ value }) => value))
  return found.slice(0, ROWS).map((row, at) => ({ ...row, place: places[at] ?? at + 1 }))
}

/** State and count; offline only where the server counts it. */
const abnormalCounts = (of: AlarmCounts): [state: number, count: number][] => [
  [1, of.alarmEquipmentNumber],
  [2, of.malfunctionEquipmentNumber],
  [3, of.shieldingEquipmentNumber],
  ...(of.offlineEquipmentNumber === undefined ? [] : [[4, of.offlineEquipmentNumber] as [number, number]]),
]

/** The authority's dashboard on a wall: dark in every room, without a frame, refreshing itself. */
export function WallScreen() {
  const search = route.useSearch()
  const area = areaOf(search)
  const parts = authorityParts(area)
  const [byRate, byScore] = rankingsOf(area)
  const access = useQuery({ ...parts.accessOverview, ...again })
  const score = useQuery({ ...parts.scoreOverview, ...again })
  const alarms = useQuery({ ...parts.fireAlarm, ...again })
  const devices = useQuery({ ...parts.devices, ...again })
  const providers = useQuery({ ...parts.isvRanking, ...again })
  const rates = useQuery({ ...byRate, ...again })
  const scores = useQuery({ ...byScore, ...again })
  const all = [access, score, alarms, devices, providers, rates, scores]
  const times = all.map(({ dataUpdatedAt }) => dataUpdatedAt)
  const kind = area.countyNo === '' ? '区域' : '街道'
  return (
    <div className="wall theme-dark flex min-h-screen flex-col bg-surface p-[1.25em] text-ink lg:h-screen lg:overflow-hidden">
      <WallHead
        area={area}
        search={search}
        since={times.includes(0) ? 0 : Math.min(...times)}
        failed={all.some(({ isError }) => isError)}
      />
      <main className="mt-[1em] grid min-h-0 flex-1 grid-cols-1 gap-[1em] lg:grid-cols-3 lg:grid-rows-2">
        <WallPanel title="建筑接入" of={access}>
          {(of) => (
            <>
              <WallFigure label="建筑总数" value={capped(of.totalCount, MOST)} unit="栋" />
              <WallFigure label={accessStatus.label(1)} tone="ok" value={capped(of.accessedCount, MOST)} unit="栋" />
              <WallFigure
                label={accessStatus.label(2)}
                tone="working"
                value={capped(of.accessingCount, MOST)}
                unit="栋"
              />
              <WallFigure label={accessStatus.label(0)} tone="idle" value={capped(of.noAccessCount, MOST)} unit="栋" />
              <WallFigure label="总接入率" value={formatNumber(of.totalAccessedPercentage, 1)} unit="%" />
            </>
          )}
        </WallPanel>
        <WallPanel title="消防安全评分" of={score}>
          {({ totalScore, avgScore, chart }) => (
            <>
              <p className="flex items-center justify-between">
                <span
                  className={cx(
                    'font-figure text-[8em] font-semibold leading-none',
                    toneClass[scoreTone(totalScore)].text,
                  )}
                >
                  {formatNumber(totalScore, 1)}
                  <span className="text-[0.3em] font-normal text-ink-soft">分</span>
                </span>
                <span className="text-right text-[2.25em]">
                  <span
                    className={cx('flex items-center justify-end gap-[0.3em]', toneClass[scoreTone(totalScore)].text)}
                  >
                    <ToneMark tone={scoreTone(totalScore)} />
                    {scoreWord(totalScore)}
                  </span>
                  <span className="block text-ink-soft">全市平均 {formatNumber(avgScore, 1)}</span>
                </span>
              </p>
              <WallLine
                label="近7天评分"
                points={chart.map((day) => ({ label: `${Number(day.dateTime.slice(8))}日`, value: day.score }))}
              />
            </>
          )}
        </WallPanel>
        <WallPanel title="火灾自动报警设备" of={alarms}>
          {(of) => (
            <>
              {abnormalCounts(of).map(([state, count]) => (
                <WallFigure
                  key={state}
                  label={alarmStatus.label(state)}
                  tone={count > 0 ? alarmStatus.tone(state) : 'unknown'}
                  value={capped(count, MOST)}
                  unit="台"
                />
              ))}
              <WallFigure
                label={alarmStatus.label(0)}
                tone="ok"
                value={capped(of.normalEquipmentNumber, MOST)}
                unit="台"
              />
            </>
          )}
        </WallPanel>
        <WallPanel title={`${kind}接入率排名`} of={rates}>
          {(rows) => (
            <WallBars
              label={`${kind}接入率排名`}
              unit="%"
              rows={rankedOf(rows, ({ accessPercentage }) => accessPercentage).map((row) => ({
                ...row,
                tone: 'working',
              }))}
            />
          )}
        </WallPanel>
        <WallPanel title={`${kind}评分排名`} of={scores}>
          {(rows) => (
            <WallBars
              label={`${kind}评分排名`}
              unit="分"
              rows={rankedOf(rows, ({ score: of }) => of).map((row) => ({ ...row, tone: scoreTone(row.value) }))}
            />
          )}
        </WallPanel>
        <div className="grid min-h-0 grid-rows-2 gap-[1em]">
          <WallPanel title="设备在线" of={devices} isLow>
            {({ totalBuildPointNum: total, totalOnlinePointNum: online, totalOfflinePointNum: offline }) => (
              <>
                <WallFigure
                  label={`在线 ${formatNumber(percentOf(online, total), 1)}%`}
                  tone="ok"
                  value={capped(online, MOST)}
                  unit="个"
                />
                <WallFigure
                  label="离线"
                  tone={offline > 0 ? 'attention' : 'unknown'}
                  value={capped(offline, MOST)}
                  unit="个"
                />
              </>
            )}
          </WallPanel>
          <WallPanel title="服务商接入" of={providers} isLow>
            {(rows) => (
              <ol aria-label="服务商接入" className="flex flex-1 flex-col justify-evenly">
                {rows.slice(0, 3).map(({ isvName, isvId, buildingCount }) => (
                  <li key={isvId ?? isvName} className="flex items-baseline justify-between gap-[1em]">
                    <span title={isvName} className="min-w-0 truncate text-[2em]">
                      {isvName}
                    </span>
                    <span className="whitespace-nowrap font-figure text-[2.1em] font-semibold">
                      {formatNumber(buildingCount)}
                      <span className="text-[0.6em] font-normal text-ink-soft"> 栋</span>
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </WallPanel>
        </div>
      </main>
    </div>
  )
}
