import { accessStatus } from '#contract/dict/access-status.ts'
import { alarmStatus } from '#contract/dict/alarm-status.ts'
import type { AlarmCounts } from '#contract/equipment.ts'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import { capped, formatNumber, oneDecimal } from '#app/lib/format.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { WallQueries } from './use-wall-queries.ts'
import { WallLine } from './wall-line.tsx'
import { MOST_FIGURE, WallFigure, WallPanel } from './wall-panel.tsx'

type AccessFigures = NonNullable<WallQueries['access']['data']>

const otherCounts = (of: AlarmCounts): [state: number, count: number][] => [
  [2, of.malfunctionEquipmentNumber],
  [3, of.shieldingEquipmentNumber],
  ...(of.offlineEquipmentNumber === undefined ? [] : [[4, of.offlineEquipmentNumber] as [number, number]]),
  [0, of.normalEquipmentNumber],
]

export function AlarmPanel({ alarms }: Pick<WallQueries, 'alarms'>) {
  return (
    <WallPanel title="火灾自动报警系统" of={alarms}>
      {(of) => (
        <>
          <AlarmFigure count={of.alarmEquipmentNumber} />
          <div className="flex flex-wrap justify-between gap-x-[1em] mt-[0.5em] border-t border-line pt-[0.6em]">
            {otherCounts(of).map(([state, count]) => (
              <p key={state}>
                <span className="flex items-center gap-[0.3em] text-[1.6em] text-ink-soft">
                  <ToneMark tone={count > 0 ? alarmStatus.tone(state) : 'unknown'} />
                  {alarmStatus.label(state)}
                </span>
                <span className="block font-figure text-[2.3em] font-semibold leading-tight">
                  {capped(count, MOST_FIGURE)}
                </span>
              </p>
            ))}
          </div>
        </>
      )}
    </WallPanel>
  )
}

interface ScorePanelProps extends Pick<WallQueries, 'score' | 'duty'> {
  readonly isDistrict: boolean
}

export function ScorePanel({ score, duty, isDistrict }: ScorePanelProps) {
  const low = duty.data?.low
  return (
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
              {oneDecimal(totalScore)}
              <span className="ml-[0.1em] text-[0.4em] font-normal text-ink-soft">分</span>
            </p>
            <WallLine
              label="近 7 天评分"
              points={chart.map((day) => ({ label: `${Number(day.dateTime.slice(8))}日`, value: day.score }))}
            />
          </div>
          <p className="mt-[0.2em] flex items-center justify-between text-[1.75em] leading-tight">
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
                <b className={cx('font-figure font-semibold', low.buildings > 0 ? 'text-danger-ink' : 'text-ink')}>
                  {capped(low.buildings, MOST_FIGURE)}
                </b>{' '}
                栋低于 60 分
              </span>
            )}
            {isDistrict && <span>全市平均 {formatNumber(avgScore, 1)}</span>}
          </p>
        </>
      )}
    </WallPanel>
  )
}

const accessCounts = ({
  accessedCount,
  accessingCount,
  noAccessCount,
  accessFailedCount: failed = 0,
}: AccessFigures): [status: number, count: number][] => [
  [1, accessedCount],
  [2, accessingCount],
  [0, noAccessCount - failed],
  ...(failed > 0 ? [[3, failed] as [number, number]] : []),
]

export function AccessPanel({ access }: Pick<WallQueries, 'access'>) {
  return (
    <WallPanel title="建筑接入" of={access}>
      {(of) => (
        <>
          <WallFigure label="建筑总数" value={capped(of.totalCount, MOST_FIGURE)} unit="栋" />
          <WallFigure label="总接入率" value={formatNumber(of.totalAccessedPercentage, 1)} unit="%" />
          <div className="flex justify-between gap-x-[1em] border-t border-line pt-[0.4em]">
            {accessCounts(of).map(([status, count]) => (
              <p key={status}>
                <span className="block text-[1.5em] leading-tight text-ink-soft">{accessStatus.label(status)}</span>
                <b
                  className={cx(
                    'block font-figure text-[1.9em] font-semibold leading-none',
                    toneClass[accessStatus.tone(status)].text,
                  )}
                >
                  {capped(count, MOST_FIGURE)}
                </b>
              </p>
            ))}
          </div>
        </>
      )}
    </WallPanel>
  )
}

function AlarmFigure({ count }: { count: number }) {
  const tone = count > 0 ? 'fire' : 'unknown'
  return (
    <p className={cx('flex items-center gap-[1em] whitespace-nowrap font-semibold', toneClass[tone].text)}>
      <ToneMark tone={tone} className="h-[3em] w-[3em]" />
      <span className="font-figure text-[4.5em] leading-none">{capped(count, MOST_FIGURE)}</span>
      <span className="min-w-0 text-[1.9em] leading-tight">
        个设备报警
        {count > 0 && <span className="block truncate text-[0.8em] font-normal text-ink-soft">一处火警可含多个</span>}
      </span>
    </p>
  )
}
