import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { alarmProgress } from '#contract/dict/alarm-progress.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { REAL, VERDICTS_SHOWN } from '#contract/alarm.rules.ts'
import { MOST_OF_SHIFT, type ShiftLog, type ShiftRow } from '#contract/shift-log.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { shiftLogQuery } from '#app/data/shift-log.ts'
import { CallError } from '#app/lib/call.ts'
import { formatNumber, dayTime, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { serverNow } from '#app/offline/connection.ts'
import { latestOf } from '#app/parts/alarm/alarm-device.ts'
import { AlarmTable } from '#app/parts/alarm/alarm-table.tsx'
import { ConfirmFires } from '#app/parts/alarm/confirm-fires.tsx'
import { useWatchman } from '#app/parts/alarm/use-watchman.ts'
import { WatchmanButton } from '#app/parts/alarm/watchman-button.tsx'
import { isHeldToDistrict, useAwaitsDistricts } from '#app/parts/authority-area.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { SMALL_ON_PHONES } from '#app/parts/filter-button.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useMay } from '#app/session/use-may.ts'
import { PrintIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { DateInput } from '#app/ui/date-input.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { sharedProgress } from '#app/parts/alarm/shared-progress.ts'
import { byUrgency, orderWords } from '#app/parts/alarm/urgency.ts'
import { ShiftShelves } from './shift-shelves.tsx'
import {
  type Clock,
  handledWords,
  isLate,
  isUnanswered,
  judgeWords,
  LATE_UNTOLD,
  openWord,
  openWords,
  sharedWords,
} from './shift-words.ts'

const route = getRouteApi('/_shell/alarms_/shift')
const HOUR_MS = 60 * 60_000
const SPANS = [8, 12, 24]
const OPTIONS = SPANS.map((value) => ({ value, label: `${value} 小时` }))
const ROUNDED_MS = 5 * 60_000

export function ShiftLogScreen() {
  const { since = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const log = useQuery({ ...shiftLogQuery(since), placeholderData: keepPreviousData })
  const refusal = log.error instanceof CallError ? log.error.fields['startTime'] : undefined
  const start = since || (log.data?.startTime ?? '')
  const change = (next: string) => void navigate({ search: { since: next || undefined }, replace: true })
  const length = log.data ? fromWireTime(log.data.endTime).getTime() - fromWireTime(log.data.startTime).getTime() : 0
  const span = SPANS.find((hours) => Math.abs(length - hours * HOUR_MS) < ROUNDED_MS) ?? 0
  const back = (hours: number) => change(toWireTime(new Date((serverNow() ?? Date.now()) - hours * HOUR_MS)))
  const isDesk = useMedia(DESK)
  const watchman = useWatchman()
  const deeds = log.data && <Deeds of={log.data} />
  const isNamed = !useAwaitsDistricts()
  const waiting = <AlarmTable caption="火警" rows={undefined} />
  return (
    <section
      aria-label="本班记录"
      className="rounded-md border border-line bg-panel [&_tbody>tr:last-child>td:last-child]:rounded-br-[9px]"
    >
      <div className="not-printed flex items-center gap-x-2 border-b border-line pr-4">
        <div className="-mb-px min-w-0 flex-1 max-md:-mr-3 md:max-lg:[&>div>:first-child]:flex-none">
          <FilterBar
            first={<Segmented label="最近" options={OPTIONS} value={span} onChange={back} />}
            used={[since && span === 0 ? since : undefined]}
          >
            <span className="text-sm text-ink-soft max-lg:-mb-2">起始时间</span>
            <DateInput
              key={`day ${log.isPending}`}
              aria-label="起始日期"
              className="w-full lg:w-36"
              value={start.slice(0, 10)}
              onChange={({ target }) => target.value && change(`${target.value} ${start.slice(11) || '00:00:00'}`)}
            />
            <DateInput
              key={`time ${log.isPending}`}
              type="time"
              aria-label="起始时刻"
              className="w-full lg:w-24"
              value={start.slice(11, 16)}
              onChange={({ target }) => target.value && change(`${start.slice(0, 10)} ${target.value}:00`)}
            />
          </FilterBar>
        </div>
        {isDesk && deeds}
        <Button
          icon={<PrintIcon />}
          className={SMALL_ON_PHONES}
          disabled={!log.data || log.isPlaceholderData}
          onClick={() => window.print()}
        >
          <span className="md:max-[819px]:sr-only lg:max-xl:sr-only">打印</span>
        </Button>
      </div>
      {refusal ? (
        <p role="alert" className="p-4 text-danger-ink">
          {refusal}
        </p>
      ) : (
        <QueryResult of={log} waiting={waiting}>
          {(found) =>
            isNamed ? (
              <>
                <Summary of={found} hours={span} watchman={since ? undefined : watchman} />
                <Alarms of={found} busy={log.isPlaceholderData} />
                {found.counts.total > MOST_OF_SHIFT && <Unlisted of={found} />}
                {found.shelves.length > 0 && <ShiftShelves rows={found.shelves} hasMore={found.hasMoreShelves} />}
                <p className="hidden gap-8 px-4 pt-8 text-base print:flex">
                  <span className="flex-1">交班人：{watchman}</span>
                  <span className="flex-1">接班人：</span>
                  <span className="flex-1">交接时间：</span>
                </p>
              </>
            ) : (
              waiting
            )
          }
        </QueryResult>
      )}
      <div className="px-4 py-2 empty:hidden">
        <DataTime of={log} isLast />
      </div>
      {!isDesk && deeds && (
        <div className="phone-deeds">
          <div className="[&>*]:flex-1">{deeds}</div>
        </div>
      )}
    </section>
  )
}

const WHOLE = '本班记录'
const PARTS_ON_PHONES = 3
const isBefore = ({ isOpen, alarmTime }: ShiftRow, startTime: string) => isOpen && alarmTime < startTime
const listedBefore = ({ list, startTime }: ShiftLog) => list.filter((row) => isBefore(row, startTime)).length
const allBefore = (of: ShiftLog) => of.counts.before ?? listedBefore(of)
const realFirst = (a: ShiftRow, b: ShiftRow) =>
  Number(b.verdict === REAL) - Number(a.verdict === REAL) || b.alarmTime.localeCompare(a.alarmTime)

interface SummaryProps {
  readonly of: ShiftLog
  readonly hours: number
  readonly watchman: string | undefined
}

function Summary({ of, hours, watchman }: SummaryProps) {
  const { startTime, endTime, counts } = of
  const before = allBefore(of)
  const figures = [
    { label: '本班未结束', count: counts.open - before, isOpen: true },
    { label: '此前未结束', count: before, isOpen: true },
    { label: WHOLE, count: counts.total - before },
  ].filter(({ label, count }) => label === WHOLE || count > 0)
  const parts = VERDICTS_SHOWN.flatMap((verdict) => {
    const count = { 1: counts.false, 2: counts.real, 3: counts.maintenance, 4: counts.test }[verdict]
    return count > 0 ? `${fireHandling.label(verdict)} ${formatNumber(count)}` : []
  }).join('、')
  const now = useNow()
  const isDesk = useMedia(DESK)
  const clock: Clock = (at) => (isDesk ? dayTime : shortTime)(at, now)
  const time = endTime.slice(11, 16)
  const end = startTime.slice(0, 10) === endTime.slice(0, 10) ? time : clock(endTime).replace(/^(?=\d\d:)/, '今天 ')
  return (
    <div className="flex flex-col gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 md:flex-row md:flex-wrap md:items-center md:py-2 lg:gap-x-6">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm leading-5 md:block md:leading-6">
        <span className="whitespace-nowrap font-figure font-semibold md:text-base">
          {dayTime(startTime, now)} 至 {end}
        </span>
        <span className="whitespace-nowrap font-normal text-ink-soft md:block md:leading-4">
          {watchman !== undefined && (
            <>
              <span className={watchman ? undefined : 'font-semibold text-attention-ink'}>
                值班员 {watchman || '未登记'}
              </span>
              {' · '}
            </>
          )}
          {isDesk && hours > 0 && `${hours} 小时，`}
          {isDesk && '含此前未结束'}共 {formatNumber(counts.total)} 处{isDesk && '火警'}
        </span>
      </h2>
      <ul className="flex gap-x-3 lg:gap-x-6">
        {figures.map((figure, at) => (
          <li
            key={figure.label}
            className={cx('border-line md:leading-4 lg:border-l lg:pl-6', at > 0 && 'max-lg:border-l max-lg:pl-3')}
          >
            <Figure {...figure} />
            {figure.label === WHOLE && parts && (
              <span
                className={cx(
                  'text-xs leading-4 text-ink-soft',
                  figures.length === PARTS_ON_PHONES && 'max-md:sr-only',
                )}
              >
                ，其中{parts}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly count: number
  readonly isOpen?: boolean
}

function Figure({ label, count, isOpen }: FigureProps) {
  const words = (
    <>
      <strong className="font-figure text-xl font-semibold leading-6 md:block">{formatNumber(count)}</strong>
      <span className="whitespace-nowrap text-xs leading-4 max-md:ml-1">{label}</span>
    </>
  )
  if (!isOpen) return words
  return (
    <Link
      to="/alarms"
      className="relative block text-danger-ink hover:underline touch:after:absolute touch:after:-inset-x-1 touch:after:-inset-y-2.5 touch:md:after:-inset-y-1"
    >
      {words}
    </Link>
  )
}

function Unlisted({ of }: { readonly of: ShiftLog }) {
  return (
    <p className="px-4 py-2 text-sm text-ink-soft">
      {of.counts.total - allBefore(of) > MOST_OF_SHIFT ? (
        `仅列出 ${MOST_OF_SHIFT} 处，请缩短时间`
      ) : (
        <>
          此前未结束的仅列出 {listedBefore(of)} 处，其余见
          <Link to="/alarms" className="inline-flex min-h-control items-center text-link hover:underline">
            火警
          </Link>
        </>
      )}
    </p>
  )
}

function Deeds({ of: { counts, list } }: { readonly of: ShiftLog }) {
  const isWhole = counts.total <= MOST_OF_SHIFT
  const unconfirmed = list.filter(({ isOpen, verdict }) => isOpen && verdict === null).length
  const isCalm = isWhole && unconfirmed === 0
  return (
    <>
      {!isCalm && <ConfirmFires count={isWhole ? unconfirmed : undefined} />}
      <WatchmanButton label="登记值班员" kind={isCalm ? 'primary' : 'secondary'} />
    </>
  )
}

const REAL_FIRST = `${fireHandling.label(REAL)}在前`
const SHOWN_BEFORE = 5

function Alarms({ of, busy }: { readonly of: ShiftLog; readonly busy: boolean }) {
  const { counts, list, startTime, endTime } = of
  const now = useNow()
  const districtOf = useDistrictOf()
  const isCity = useMay('gov') && !isHeldToDistrict()
  const isDesk = useMedia(DESK)
  const isWide = useMedia(WIDE)
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const unfold = () => flushSync(() => setWhole(true))
    addEventListener('beforeprint', unfold)
    return () => removeEventListener('beforeprint', unfold)
  }, [])
  if (list.length === 0) return <Empty title="本班没有火警" hint="此时间以来没有收到或确认火警，也没有未结束的火警" />
  const open = list.filter(({ isOpen }) => isOpen).sort(byUrgency(now))
  const before = open.filter((row) => isBefore(row, startTime))
  const shownBefore = before.filter((row, at) => at < SHOWN_BEFORE || latestOf(row).alarmTime >= startTime)
  const isFolded = !isWhole && before.length > shownBefore.length + 1
  const day = startTime.slice(0, 10)
  const clock: Clock = (time) =>
    endTime.startsWith(day) && time.startsWith(day) ? time.slice(11, 16) : (isDesk ? dayTime : shortTime)(time, now)
  const ended = list.filter(({ isOpen }) => !isOpen).sort(realFirst)
  const progress = sharedProgress(open.map(openWord))
  const openShared = isWide ? sharedWords(open, clock) : openWords(open, clock)
  const endedShared = sharedWords(ended, clock)
  const sharedBy = ({ isOpen }: ShiftRow) => (isOpen ? openShared : endedShared)
  const results = VERDICTS_SHOWN.flatMap((verdict) => {
    const count = ended.filter((row) => row.verdict === verdict).length
    return count > 0 ? `${fireHandling.label(verdict)} ${formatNumber(count)}` : []
  })
  const saysResults = !isDesk && results.length > 1 && ended.length === counts.total - counts.open
  const groups = [
    {
      name: '本班未结束',
      all: open.filter((row) => !isBefore(row, startTime)),
      count: counts.open - allBefore(of),
    },
    { name: '此前未结束', all: before, count: allBefore(of) },
    { name: '本班已结束', all: ended, count: counts.total - counts.open },
  ]
  const unfold = isFolded && (
    <button
      type="button"
      className="min-h-control w-full bg-panel text-sm text-link hover:underline"
      onClick={() => setWhole(true)}
    >
      展开其余 {before.length - shownBefore.length} 处
    </button>
  )
  const headOf = (first: ShiftRow) => {
    const group = groups.find(({ all }) => all[0]?.id === first.id)
    if (!group) return null
    const said = sharedBy(first)
    const isMany = group.all.length > 1
    const order =
      isMany &&
      (group.all === ended
        ? new Set(ended.map(({ verdict }) => verdict === REAL)).size > 1 && REAL_FIRST
        : orderWords(group.all, now))
    const rest = [
      ...(group.all === ended && saysResults ? results : []),
      isDesk && order,
      said.length > 0 && `${isMany ? '均' : ''}${said.join('、')}`,
    ]
    return (
      <>
        {group.all === ended && unfold && (
          <span className="-mx-4 -mt-1 mb-1 block border-b border-line md:-mt-1.5 md:mb-1.5">{unfold}</span>
        )}
        <Dotted
          of={[
            `${group.name} ${group.count} 处`,
            ...rest.map(
              (words) =>
                words && (
                  <span key={words} className="font-normal text-ink-soft">
                    {words}
                  </span>
                ),
            ),
          ]}
        />
      </>
    )
  }
  const ownWords = (row: ShiftRow) => handledWords(row, clock).filter((word) => !sharedBy(row).includes(word))
  const told = (row: ShiftRow) => [
    (isWide || (isDesk && !progress)) && isUnanswered(row) && (
      <span key="new" className="text-danger-ink">
        {alarmProgress.label('new')}
      </span>
    ),
    ...ownWords(row).map((word) =>
      isLate(row) && word === judgeWords(row, clock) ? (
        <span key="late" className="text-attention-ink">
          {word}
        </span>
      ) : word === LATE_UNTOLD ? (
        <span key="quiet" className="text-ink-soft">
          {word}
        </span>
      ) : (
        word
      ),
    ),
  ]
  return (
    <>
      <AlarmTable
        caption="火警"
        rows={groups.flatMap(({ all }) => (all === before && isFolded ? shownBefore : all))}
        busy={busy}
        headOf={headOf}
        clockOf={clock}
        districtOf={isCity ? districtOf : undefined}
        isStateSaid={({ isOpen }) => isOpen && (isDesk || progress !== undefined)}
        facts={list.some((row) => told(row).some(Boolean)) ? { header: '响应和通知', of: told } : undefined}
      />
      {ended.length === 0 && unfold}
    </>
  )
}
