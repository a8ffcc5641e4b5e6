import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { formatNumber } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { arrivalWord, LATE } from '#app/parts/alarm/alarm-words.ts'
import type { AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { useArrived } from '#app/parts/alarm/use-arrived.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { isHeldToDistrict } from '#app/parts/authority-area.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useConnection } from '#app/offline/connection.ts'
import { CONNECTIVITY_TEXT } from '#app/offline/connectivity.ts'
import { useMay } from '#app/session/use-may.ts'
import { TrendUpIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { AlarmListHead } from './alarm-list-head.tsx'
import { mayBeEnded, mayBeOpen } from './alarm-queries.ts'
import { AlarmListRow } from './alarm-row.tsx'
import type { AlarmSearch } from './alarm-search.ts'
import { urgencyHeads } from './urgency-heads.ts'

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
  const rows = open.of.data?.list ?? []
  const undecided = rows.filter(({ id, verdict }) => verdict === null && waitingActs(writes, id).verdict === null)
  const chosen = undecided.filter(({ id }) => ticked?.includes(id))
  const arrived = useArrived(rows)
  const narrow = (some: Partial<AlarmSearch>) => {
    setTicked(null)
    onNarrow(some)
  }
  const isWhole = rows.length === open.of.data?.total
  const heads = urgencyHeads(rows, now, isWhole)
  const areLate = rows.length > 1 && isWhole && rows.every(({ isFresh }) => !isFresh)
  const row = (of: AlarmRow) => (
    <AlarmListRow
      key={of.id}
      of={of}
      head={heads.get(of.id)}
      isLateSaid={areLate && of.isOpen}
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
      <p role="alert" className="sr-only">
        {isDesk &&
          arrived[0] &&
          `${arrivalWord(arrived[0])} ${arrived[0].buildingName ?? arrived[0].source ?? '未知来源'}`}
      </p>
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
        ref={scroller}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 40)}
        className={cx('min-h-0 flex-1', isDesk && 'relative overflow-y-auto overscroll-contain')}
      >
        {isDesk && isScrolled && arrived.length > 0 && (
          <button
            type="button"
            className="sticky top-0 z-sticky flex min-h-[2.25rem] w-full items-center justify-center gap-1 bg-fire-ground font-semibold text-fire-on"
            onClick={() => scroller.current?.scrollTo({ top: 0 })}
          >
            {arrived.length} 处新火警
            <TrendUpIcon />
          </button>
        )}
        {mayBeOpen(search) && (
          <QueryResult of={open.of} waiting={<RowsComing />}>
            {({ list, total }) => (
              <>
                {total > 0 ? (
                  <SectionHead>
                    {`未结束 ${formatNumber(total)} 处${areLate ? ` · 均为${LATE}` : ''}`}
                    {total > 1 && <span className={cx(areLate && 'md:max-xl:hidden')}> · 紧急的在前</span>}
                  </SectionHead>
                ) : (
                  <Calm verdict={search.verdict} />
                )}
                <ul aria-label="未结束的火警">{list.map(row)}</ul>
                <Pages of={open} name="未结束的火警" />
              </>
            )}
          </QueryResult>
        )}
        {mayBeEnded(search) && <EndedAlarms of={ended} isAlone={!mayBeOpen(search)} row={row} />}
        <div className="px-4 py-2">
          <DataTime of={open.of} />
        </div>
      </div>
      {foot}
    </section>
  )
}

function EndedAlarms({ of, isAlone, row }: { of: ListPage; isAlone: boolean; row: (of: AlarmRow) => ReactNode }) {
  return (
    <QueryResult of={of.of} waiting={isAlone ? <RowsComing /> : null}>
      {({ list, total }) =>
        total > 0 ? (
          <>
            <SectionHead>{`已结束 ${formatNumber(total)} 起`}</SectionHead>
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

function SectionHead({ children }: { children: ReactNode }) {
  return (
    <h3 className="sticky top-0 z-[1] border-b border-line bg-sunk px-4 py-1 text-sm font-normal max-md:static">
      {children}
    </h3>
  )
}

function Pages({ of: { of, page, size, onPage }, name }: { of: ListPage; name: string }) {
  const total = of.data?.total ?? 0
  if (total <= size) return null
  return <Pager of={name} compact page={page} pageSize={size} total={total} onChange={onPage} className="px-4 py-2" />
}

/** Green: no open alarm of the filter. */
function Calm({ verdict }: Pick<AlarmSearch, 'verdict'>) {
  return (
    <div className="flex items-start gap-3 border-b border-line bg-ok-soft px-4 py-4 text-ok-ink">
      <ToneMark tone="ok" className="mt-0.5 h-5 w-5" />
      <div>
        <p className="text-base font-semibold">{verdict === 2 ? '没有未结束的真实火警' : '没有未结束的火警'}</p>
        <p className="text-sm">新火警会立即出现在这里。离线设备的火警无法收到。</p>
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
