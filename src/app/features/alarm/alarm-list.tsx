import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { REAL } from '#contract/alarm.rules.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { dayWords } from '#app/lib/day-words.ts'
import { formatDay, formatNumber } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { alarmPlace, kindWord } from '#app/parts/alarm/alarm-device.ts'
import { arrivalWord, LATE, stateWord } from '#app/parts/alarm/alarm-words.ts'
import { callKey } from '#app/parts/alarm/arriving.rules.ts'
import { calledFor } from '#app/parts/alarm/called-for.rules.ts'
import { sharedProgress } from '#app/parts/alarm/shared-progress.ts'
import { orderWords, type UrgencyLevel, urgencyLevels } from '#app/parts/alarm/urgency.ts'
import type { AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { useArrived } from '#app/parts/alarm/use-arrived.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { isHeldToDistrict, useDistricts } from '#app/parts/authority-area.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useConnection } from '#app/offline/connection.ts'
import { CONNECTIVITY_TEXT } from '#app/offline/connectivity.ts'
import { useMay } from '#app/session/use-may.ts'
import { TrendUpIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { GroupStrip } from '#app/ui/group-strip.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { AlarmListHead } from './alarm-list-head.tsx'
import { mayBeEnded, mayBeOpen } from './alarm-queries.ts'
import { AlarmListRow } from './alarm-row.tsx'
import type { AlarmSearch } from './alarm-search.ts'
import { DeskSound } from './desk-keys.tsx'

const ChosenAlarms = lazy(() => import('./chosen-alarms.tsx').then((m) => ({ default: m.ChosenAlarms })))

type AlarmPages = UseQueryResult<{ readonly list: AlarmRow[]; readonly total: number }>

interface ListPage {
  readonly of: AlarmPages
  readonly page: number
  readonly size: number
  onPage(page: number): void
}

interface AlarmListProps {
  readonly open: ListPage
  readonly ended: ListPage
  readonly search: AlarmSearch
  /** The list scrolls by itself. */
  readonly isDesk: boolean
  readonly chosenId: string | undefined
  readonly sound: AlarmSound
  readonly foot: ReactNode
  onNarrow(some: Partial<AlarmSearch>): void
}

export function AlarmList({ open, ended, search, isDesk, chosenId, sound, foot, onNarrow }: AlarmListProps) {
  const writes = useWaitingWrites()
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const [isScrolled, setScrolled] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow()
  const isCity = useMay('gov') && !isHeldToDistrict()
  const districtOf = useDistrictOf()
  const districts = useDistricts().length
  const rows = mayBeOpen(search) ? (open.of.data?.list ?? []) : []
  const undecided = rows.filter(({ id, verdict }) => verdict === null && waitingActs(writes, id).verdict === null)
  const chosen = undecided.filter(({ id }) => ticked?.includes(id))
  const arrived = useArrived(rows)
  const narrow = (some: Partial<AlarmSearch>) => {
    setTicked(null)
    onNarrow(some)
  }
  const isWhole = rows.length === open.of.data?.total
  const past = ended.of.data?.list ?? []
  const days = wholeDays(past, ended)
  const arePastLate = past.length > 1 && past.every(({ isFresh }) => !isFresh)
  const heads = new Map([...urgencyLevels(rows, now, isWhole), ...dayHeads(past, now, days, arePastLate)])
  const lead = headWords(heads.get(rows[0]?.id ?? ''))
  const areLate = rows.length > 1 && isWhole && rows.every(({ isFresh }) => !isFresh)
  const shared = isWhole ? sharedProgress(rows.map((of) => stateWord(of, waitingActs(writes, of.id)).text)) : undefined
  const kindsSaid = rows.filter(
    ({ kind }, at) =>
      kind !== 'fire' && rows.slice(0, at + 1).some(({ id }) => headWords(heads.get(id)).includes(kindWord({ kind }))),
  )
  const row = (of: AlarmRow, at: number) => (
    <AlarmListRow
      key={of.id}
      of={of}
      head={at === 0 ? undefined : heads.get(of.id)}
      isKindSaid={kindsSaid.includes(of)}
      isLateSaid={of.isOpen ? areLate : arePastLate || (days.get(formatDay(of.alarmTime))?.areLate ?? false)}
      isStateSaid={shared !== undefined}
      waiting={waitingActs(writes, of.id)}
      now={now}
      hasArrived={arrived.includes(of)}
      district={isCity ? districtOf(of) : undefined}
      search={search}
      isChosen={of.id === chosenId}
      isStep={!isDesk}
      tick={
        ticked && undecided.some(({ id }) => id === of.id)
          ? {
              isTicked: ticked.includes(of.id),
              onTick: (isTicked) => setTicked(isTicked ? [...ticked, of.id] : ticked.filter((id) => id !== of.id)),
            }
          : undefined
      }
    />
  )
  return (
    <section
      aria-label="火警列表"
      className={cx(
        'flex min-w-0 flex-col border-line bg-panel max-md:rounded-md max-md:border',
        isDesk && 'h-full border-r',
      )}
    >
      {createPortal(
        <div role="alert" aria-atomic="false" className="sr-only">
          {(isDesk || !search.id) &&
            arrived.map((of) => (
              <p key={callKey(of)}>
                {[arrivalWord(of), of.buildingName ?? of.source ?? '未知来源', alarmPlace(calledFor(of))].join(' ')}
              </p>
            ))}
        </div>,
        document.body,
      )}
      <AlarmListHead
        search={search}
        sound={sound}
        ticking={ticked !== null}
        onTick={undecided.length > 0 ? () => setTicked(ticked ? null : []) : undefined}
        onNarrow={narrow}
      >
        {ticked && (
          <Suspense fallback={null}>
            <ChosenAlarms undecided={undecided} chosen={chosen} onChoose={setTicked} />
          </Suspense>
        )}
      </AlarmListHead>
      <Unreached />
      <div
        key={isCity ? districts : ''}
        ref={scroller}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 40)}
        className={cx('min-h-0 flex-1', isDesk && 'relative overflow-y-auto overscroll-contain')}
      >
        {isDesk && isScrolled && arrived.length > 0 && (
          <button type="button" className="new-fires" onClick={() => scroller.current?.scrollTo({ top: 0 })}>
            {arrived.length} 处新火警
            <TrendUpIcon />
          </button>
        )}
        {mayBeOpen(search) && (
          <QueryResult of={open.of} waiting={<RowsComing />}>
            {({ list, total }) => (
              <>
                {total > 0 ? (
                  <OpenHead
                    total={total}
                    shared={shared}
                    areLate={areLate}
                    order={total > 1 && (lead || orderWords(list, now))}
                  />
                ) : (
                  <Calm of={search} />
                )}
                <ul aria-label="未结束的火警">{list.map(row)}</ul>
                <Pages of={open} name="未结束的火警" />
              </>
            )}
          </QueryResult>
        )}
        {mayBeEnded(search) && (
          <EndedAlarms of={ended} isAlone={!mayBeOpen(search)} days={days} areLate={arePastLate} now={now} row={row} />
        )}
        <div className="px-4 py-2">
          <DataTime of={open.of} />
        </div>
      </div>
      {!isDesk && ticked === null && !open.of.isLoading && (
        <PhoneFoot undecided={undecided} isWhole={isWhole} search={search} sound={sound} />
      )}
      {foot}
    </section>
  )
}

interface PhoneFootProps extends Pick<AlarmListProps, 'search' | 'sound'> {
  readonly undecided: readonly AlarmRow[]
  readonly isWhole: boolean
}

function PhoneFoot({ undecided, isWhole, search, sound }: PhoneFootProps) {
  const [first] = undecided
  const isPhone = !useMedia(DESK)
  const isSilent = isPhone && sound.state !== 'on'
  if (!first && !isSilent) return null
  return (
    <div className="phone-deeds">
      <div>
        {first && (
          <Link
            to="/alarms"
            search={{ ...search, id: first.id }}
            resetScroll={false}
            className={buttonClass({ kind: 'primary' })}
          >
            去确认{isWhole && undecided.length > 1 && ` ${undecided.length} 处`}
          </Link>
        )}
        {isSilent &&
          (sound.state === 'missing' ? (
            <p className="text-sm text-attention-ink">本机无法响铃</p>
          ) : (
            <DeskSound sound={sound} isShort={false} />
          ))}
      </div>
    </div>
  )
}

const ALL_LATE = ` · 均为${LATE}`

interface EndedDay {
  readonly count: number
  /** More than one, all late. */
  readonly areLate: boolean
}

/** Days that no edge of the page cuts. */
function wholeDays(ended: readonly AlarmRow[], { of, page, size }: ListPage): Map<string, EndedDay> {
  const days = ended.map(({ alarmTime }) => formatDay(alarmTime))
  const isLast = page * size >= (of.data?.total ?? 0)
  const cut = [page > 1 && days[0], !isLast && days[days.length - 1]]
  return new Map(
    days.flatMap((day) => {
      if (cut.includes(day)) return []
      const rows = ended.filter((_, at) => days[at] === day)
      return [[day, { count: rows.length, areLate: rows.length > 1 && rows.every(({ isFresh }) => !isFresh) }] as const]
    }),
  )
}

const countedDay = (day: string, of: EndedDay | undefined, now: Date) =>
  [dayWords(day, now), of && `${of.count} 起`].filter(Boolean).join(' ')

const dayHeads = (ended: readonly AlarmRow[], now: Date, whole: ReadonlyMap<string, EndedDay>, areLate: boolean) =>
  ended.flatMap(({ id, alarmTime }, at) => {
    const day = formatDay(alarmTime)
    if (day === formatDay(ended[at - 1]?.alarmTime)) return []
    const of = whole.get(day)
    return [[id, { over: '', head: countedDay(day, of, now) + (of?.areLate && !areLate ? ALL_LATE : '') }] as const]
  })

interface EndedAlarmsProps {
  readonly of: ListPage
  readonly isAlone: boolean
  readonly days: ReadonlyMap<string, EndedDay>
  readonly areLate: boolean
  readonly now: Date
  row(of: AlarmRow, at: number): ReactNode
}

function EndedAlarms({ of, isAlone, days, areLate, now, row }: EndedAlarmsProps) {
  const day = formatDay(of.of.data?.list[0]?.alarmTime)
  const first = days.get(day)
  return (
    <QueryResult of={of.of} waiting={isAlone ? <RowsComing /> : null}>
      {({ list, total }) =>
        total > 0 ? (
          <>
            <GroupStrip as="h3" className="font-semibold text-ink" note={`共 ${formatNumber(total)} 起`}>
              <span>
                已结束{' '}
                <span className="font-normal text-ink-soft">
                  · {countedDay(day, first, now)}
                  {(areLate || first?.areLate) && (
                    <span className="md:max-lg:sr-only">
                      {areLate && list.length < total ? ALL_LATE.replace('均', '本页均') : ALL_LATE}
                    </span>
                  )}
                </span>
              </span>
            </GroupStrip>
            <ul aria-label="已结束的火警">{list.map(row)}</ul>
            <Pages of={of} name="已结束的火警" />
          </>
        ) : (
          isAlone && <Empty title="没有这样的火警" hint="可以换一个结果筛选" />
        )
      }
    </QueryResult>
  )
}

function Unreached() {
  const words = CONNECTIVITY_TEXT[useConnection()]
  return (
    <output className="block bg-attention-soft text-sm font-medium text-attention-ink">
      {words && <span className="block border-b border-line px-4 py-2">{words}，收不到新火警，以消控室主机为准</span>}
    </output>
  )
}

interface OpenHeadProps {
  readonly total: number
  readonly shared: string | undefined
  readonly areLate: boolean
  readonly order: string | false
}

function OpenHead({ total, shared, areLate, order }: OpenHeadProps) {
  return (
    <GroupStrip as="h3" className="font-semibold text-ink" note={order}>
      <span>
        {`未结束 ${formatNumber(total)} 处`}
        <span className="font-normal text-ink-soft">
          {shared && ` · 均${shared}`}
          {areLate && <span className="md:max-xl:sr-only">{ALL_LATE}</span>}
        </span>
      </span>
    </GroupStrip>
  )
}

const headWords = (of: UrgencyLevel | undefined) => [of?.over, of?.head].filter(Boolean).join(' · ')

function Pages({ of: { of, page, size, onPage }, name }: { of: ListPage; name: string }) {
  const total = of.data?.total ?? 0
  if (total <= size) return null
  return <Pager of={name} compact page={page} pageSize={size} total={total} onChange={onPage} className="px-4 py-2" />
}

function Calm({ of: { verdict, county, building, unit } }: { readonly of: AlarmSearch }) {
  const districtOf = useDistrictOf()
  const district = (county && districtOf({ countyNo: county })) ?? ''
  const isNarrowed = (county ?? building ?? unit) !== undefined
  return (
    <div className="flex items-start gap-3 border-b border-line bg-ok-soft px-4 py-4 text-ok-ink">
      <ToneMark tone="ok" className="mt-0.5 h-5 w-5" />
      <div>
        <p className="text-base font-semibold">{`${district}没有${verdict === 0 ? '待确认' : '未结束'}的${verdict === REAL ? '真实火警' : '火警'}`}</p>
        <p className="text-sm">{!isNarrowed && '新火警会立即出现在这里。'}离线设备的火警无法收到。</p>
      </div>
    </div>
  )
}

function RowsComing() {
  return (
    <Loading>
      {[0, 1, 2, 3, 4].map((at) => (
        <div key={at} className="space-y-2 border-b border-line px-4 py-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      ))}
    </Loading>
  )
}
