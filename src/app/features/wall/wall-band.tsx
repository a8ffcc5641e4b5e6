import type { ReactNode } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { fromWireTime } from '#contract/time.ts'
import { formatNumber, formatTime, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ageText } from '#app/parts/alarm/alarm-age.rules.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { alarmDevice, alarmPlace } from '#app/parts/alarm/alarm-device.ts'
import { arrivalWord } from '#app/parts/alarm/alarm-words.ts'
import { calledFor } from '#app/parts/alarm/called-for.rules.ts'
import { calledSince, elapsedText } from '#app/parts/alarm/arriving.rules.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { countLate } from '#app/parts/alarm/rank-words.ts'
import { useArrived } from '#app/parts/alarm/use-arrived.ts'
import { useServerTime } from '#app/parts/alarm/use-server-time.ts'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { WallContact } from './use-wall-contact.ts'
import { sourceName } from './wall-alarms.tsx'

/** Two fires at once share the band, each for this long. */
const TURN_MS = 6000
const ONE_LINE = 16
const widthOf = (text: string) => [...text].reduce((sum, one) => sum + (one > '\u00ff' ? 1 : 0.55), 0)

interface WallBandProps extends Pick<WallContact, 'lostAt'> {
  readonly alarms: { readonly list: readonly AlarmRow[]; readonly total: number } | undefined
  readonly lastEnded: AlarmRow | undefined
  readonly offline: number | undefined
  districtOf(row: AlarmRow): string | undefined
}

/** The wall's one sentence; its height never changes. */
export function WallBand({ alarms, lastEnded, offline, lostAt, districtOf }: WallBandProps) {
  const arrived = useArrived(alarms?.list ?? [])
  const now = useNow()
  if (lostAt !== null) return <Lost at={lostAt} />
  if (!alarms)
    return (
      <Frame className="border-line bg-panel text-ink-soft">
        <ToneMark tone="unknown" className="h-[5em] w-[5em]" />
        <p className="text-[2.25em]">正在读取火警</p>
      </Frame>
    )
  if (arrived.length > 0) return <NewFires of={arrived} districtOf={districtOf} />
  if (alarms.total > 0) return <Standing of={alarms.list} total={alarms.total} districtOf={districtOf} />
  return (
    <Frame className="border-line bg-panel">
      <ToneMark tone="ok" className="h-[5em] w-[5em]" />
      <p className="whitespace-nowrap text-[4em] font-semibold leading-tight">当前无火警</p>
      <div className="min-w-0 space-y-[0.2em] border-line lg:border-l lg:pl-[2em]">
        {lastEnded && (
          <p className="text-[2.25em] text-ink-soft lg:truncate">
            最近一起 {shortTime(lastEnded.alarmTime, now)} {sourceName(lastEnded)}，
            {fireHandling.label(lastEnded.verdict ?? 0)}
          </p>
        )}
        {offline !== undefined && offline > 0 && (
          <p className="flex items-center gap-[0.4em] text-[2.25em] text-attention-ink">
            <ToneMark tone="attention" />
            {formatNumber(offline)} 个点位离线，其火警无法收到
          </p>
        )}
      </div>
    </Frame>
  )
}

function Frame({ className, role, children }: { className: string; role?: 'alert'; children: ReactNode }) {
  return (
    <section
      aria-label="火警状态"
      role={role}
      className={cx(
        'flex min-h-[8.5em] flex-wrap items-center gap-x-[2em] gap-y-[0.5em] rounded-lg border px-[1.25em] py-[0.5em] max-md:min-h-[4.5rem] max-md:gap-x-2 max-md:gap-y-0 max-md:py-2 md:max-lg:py-[1em] lg:h-[max(8.5em,30vh_-_11.75em)] lg:flex-nowrap lg:px-[2.5em]',
        className,
      )}
    >
      {children}
    </section>
  )
}

function NewFires({ of, districtOf }: { of: readonly AlarmRow[]; districtOf(row: AlarmRow): string | undefined }) {
  const turn = Math.floor(useServerTime() / TURN_MS)
  const newest = [...of].sort((a, b) => (calledSince(b) ?? 0) - (calledSince(a) ?? 0))
  const turnOf = newest[turn % newest.length]
  if (!turnOf) return null
  const shown = calledFor(turnOf)
  const name = sourceName(shown)
  const place = alarmPlace(shown)
  const isOneLine = widthOf(name + place) <= ONE_LINE
  return (
    <Frame role="alert" className="border-fire-ground bg-fire-ground text-fire-on">
      <FireMark sign="fire-ground" className="h-[5em] w-[5em]" />
      <div className="min-w-0 flex-1 max-lg:basis-3/4">
        <p className="text-[2.25em] leading-snug lg:truncate">
          <b className="mr-[1em] font-semibold">{arrivalWord(turnOf)}</b>
          {[districtOf(shown), !isOneLine && place, alarmDevice(shown)].filter(Boolean).join(' · ')}
        </p>
        <p className="text-[4em] font-semibold leading-tight lg:truncate">
          {name}
          {isOneLine && <span className="ml-[0.5em]">{place}</span>}
        </p>
      </div>
      <p aria-hidden="true" className="font-figure text-[6.5em] font-semibold leading-none">
        <AlarmAge of={shown} />
      </p>
      <div className="border-fire-on/50 text-[2.25em] leading-snug lg:border-l-2 lg:pl-[0.9em]">
        <p className="whitespace-nowrap">{shown.points > 1 ? `${shown.points} 个设备报警` : '1 个设备报警'}</p>
        <p className="whitespace-nowrap">{newest.length > 1 ? `另有 ${newest.length - 1} 处新火警` : '等待现场确认'}</p>
      </div>
    </Frame>
  )
}

interface StandingProps {
  /** Most urgent first. */
  readonly of: readonly AlarmRow[]
  readonly total: number
  districtOf(row: AlarmRow): string | undefined
}

function Standing({ of, total, districtOf }: StandingProps) {
  const now = useServerTime()
  const waiting = of.filter((row) => calledSince(row) !== null).length
  const late = countLate(of)
  const isPart = total > of.length
  const [first] = [...of].sort((a, b) => a.alarmTime.localeCompare(b.alarmTime))
  const age = first && ageText(now - fromWireTime(first.alarmTime).getTime(), false)
  const places = new Map<string | undefined, number>()
  for (const row of of) places.set(districtOf(row), (places.get(districtOf(row)) ?? 0) + 1)
  const [most] = [...places].sort(([, a], [, b]) => b - a)
  const atLeast = isPart ? '至少 ' : ''
  const all = total > 1 ? '均' : ''
  const called = waiting === 0 ? `${all}已响应` : waiting === total ? `${all}未响应` : `${atLeast}${waiting} 处未响应`
  const isAlike = total > 1 && waiting === total && late === total
  const replayed = late > 0 && (late === total ? `${all ? '均为' : ''}补传` : `补传 ${atLeast}${late} 处`)
  return (
    <Frame className="border-danger/60 bg-panel">
      <FireMark sign="danger-on" className="h-[5em] w-[5em] text-danger max-md:h-6 max-md:w-6" />
      <p className="flex-1 whitespace-nowrap text-[3.5em] font-semibold leading-tight text-danger-ink max-md:text-2xl lg:text-[4.6em]">
        {formatNumber(total)} 处火警未结束
      </p>
      <p className="w-full text-sm md:hidden">
        {[
          [called, replayed].filter(Boolean).join('、'),
          !isPart && total > 1 && `最久 ${age}`,
          !isPart && (places.size > 1 ? `${places.size} 个区` : most?.[0]),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <dl key={most?.[0]} className="hidden min-w-0 gap-x-[1.5em] gap-y-[0.5em] md:flex lg:gap-x-[2em]">
        {isAlike ? (
          <Fact label="全部">
            未响应<span className="md:max-lg:hidden">、补传</span>
          </Fact>
        ) : (
          <Fact label={waiting > 0 ? '未响应' : '响应'}>{waiting > 0 ? `${atLeast}${waiting} 处` : '均已响应'}</Fact>
        )}
        {late > 0 && !isAlike && (
          <Fact label="补传" className="md:max-lg:hidden">
            {atLeast}
            {late} 处
          </Fact>
        )}
        {!isPart && first && total > 1 && (
          <Fact
            label={
              <>
                最久<span className="max-lg:hidden"> {sourceName(first)}</span>
              </>
            }
            className="min-w-0 lg:max-w-[24em]"
          >
            {age}
          </Fact>
        )}
        {!isPart && places.size > 1 && <Fact label="涉及">{places.size} 个区</Fact>}
        {!isPart && most && (
          <Fact label={places.size > 1 ? '最多' : '位置'}>
            {most[0]}
            {total > 1 && ` ${most[1]} 处`}
          </Fact>
        )}
      </dl>
    </Frame>
  )
}

function Fact({ label, className, children }: { label: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div className={cx('whitespace-nowrap border-l border-line pl-[0.9em]', className ?? 'shrink-0')}>
      <dt className="truncate text-[1.75em] leading-snug text-ink-soft">{label}</dt>
      <dd className="truncate text-[2.5em] font-semibold leading-tight">{children}</dd>
    </div>
  )
}

function Lost({ at }: { at: number }) {
  const now = useServerTime()
  return (
    <Frame role="alert" className="border-attention bg-attention text-attention-on">
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="h-[5em] w-[5em] shrink-0"
        fill="none"
        stroke="currentColor"
      >
        <path
          d="M4 4l16 16M2.5 9.5A14 14 0 0 1 7 6.6M11 5.6a14 14 0 0 1 10.5 3.9M6 13a9 9 0 0 1 3.6-2.2M14.5 10.9A9 9 0 0 1 18 13M9.3 16.3a4.5 4.5 0 0 1 4-1.1M12 19.5v.1"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </svg>
      <div className="min-w-0 flex-1 max-lg:basis-3/4">
        <p className="text-[4em] font-semibold leading-tight">
          连接中断
          {at > 0 && (
            <span aria-hidden="true" className="ml-[0.6em] font-figure">
              {elapsedText(now - at)}
            </span>
          )}
        </p>
        <p className="text-[2.25em] leading-snug">
          {at > 0 && (
            <>
              以下停在 <b className="font-semibold">{formatTime(at).slice(11)}</b>，
            </>
          )}
          新火警不会显示。请以消控主机和 119 接警为准。
        </p>
      </div>
      <p className="whitespace-nowrap text-[2.25em]">正在重连</p>
    </Frame>
  )
}
