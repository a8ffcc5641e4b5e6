import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ALARM_PAGE_SIZE } from '#contract/alarm.ts'
import { unsentRealFires } from '#app/data/alarm-acts.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { useWatching } from '#app/data/live-state.ts'
import { useMedia } from '#app/lib/use-media.ts'
import { RING_MS } from '#app/parts/alarm/alarm-sound.ts'
import { useCloseStep } from '#app/parts/use-close-step.ts'
import { useFireStrip } from '#app/parts/alarm/use-fire-strip.ts'
import { useNoteFires } from '#app/parts/alarm/use-note-fires.ts'
import { useAlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { ChannelNotice } from '#app/parts/channel-notice.tsx'
import { NoContactNotice } from '#app/parts/no-contact-notice.tsx'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { CheckIcon } from '#app/ui/icon.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { pageCount } from '#app/ui/pager-math.ts'
import { AlarmList } from './alarm-list.tsx'
import { DESK_SIZE, endedList, mayBeEnded, mayBeOpen, openList } from './alarm-queries.ts'
import { AlarmSheet } from './alarm-sheet.tsx'
import { AlarmAwaited } from '#app/parts/alarm/alarm-awaited.tsx'
import { AlarmView } from '#app/parts/alarm/alarm-view.tsx'
import { DeskKeys } from './desk-keys.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useKeys } from '#app/parts/use-keys.ts'
import { useOpenFirst } from '#app/parts/use-open-first.ts'
import { useMay } from '#app/session/use-may.ts'
import { useSentActs } from './use-sent-acts.ts'
import { useUnanswered } from './use-unanswered.ts'

const route = getRouteApi('/_shell/alarms')
const TWO_PANES = '(min-width: 768px) and (min-height: 36rem)'
const FIRST_PAGES = { open: 1, ended: 1 }

/** The URL holds the chosen alarm. */
export function AlarmsScreen() {
  useWatching()
  useSentActs()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isDesk = useMedia(TWO_PANES)
  const [pages, setPages] = useState(FIRST_PAGES)
  const writes = useWaitingWrites()
  const open = useQuery({
    ...openList(search, pages.open),
    enabled: mayBeOpen(search),
    placeholderData: keepPreviousData,
  })
  const ended = useQuery({
    ...endedList(search, pages.ended),
    enabled: mayBeEnded(search),
    placeholderData: keepPreviousData,
  })
  useFireStrip('urgent')
  const isWhole = [search.building, search.unit, search.county, search.verdict].every((one) => one === undefined)
  useNoteFires(isWhole && !open.isPlaceholderData ? open.data : undefined)
  // Empty after its alarms were judged.
  const last = open.data ? pageCount(open.data.total, DESK_SIZE) : pages.open
  if (last < pages.open && !open.isPlaceholderData) setPages({ ...pages, open: last })
  const openRows = mayBeOpen(search) ? (open.data?.list ?? []) : []
  const rows = [...openRows, ...(mayBeEnded(search) ? (ended.data?.list ?? []) : [])]
  const change = (some: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...some }, replace: true, resetScroll: false })
  const close = useCloseStep(() => change({ id: undefined }))
  const isOrgan = useMay('desk')
  const contacts = useQuery({ ...dutyContactQuery.list(), enabled: isOrgan })
  const isHeld = isOrgan && contacts.isLoading && contacts.failureCount === 0
  const [wasShown, setShown] = useState(open.data !== undefined)
  if (!isHeld && !wasShown) setShown(true)
  const isFirst = isHeld && !wasShown
  const { id } = search
  const firstId = rows[0]?.id
  const isChoosing = isDesk && id === undefined && firstId !== undefined && (!mayBeOpen(search) || !open.isPending)
  const isRead = (!mayBeOpen(search) || open.data !== undefined) && (!mayBeEnded(search) || ended.data !== undefined)
  useOpenFirst(isChoosing, () => change({ id: firstId }))
  const step = (by: 1 | -1) => {
    const at = rows.findIndex((row) => row.id === id)
    const next = rows[at < 0 ? 0 : at + by]
    if (!next) return
    change({ id: next.id })
    requestAnimationFrame(() =>
      document.querySelector(`[data-alarm="${next.id}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  const down = () => step(1)
  const up = () => step(-1)
  useKeys({ j: down, ArrowDown: down, k: up, ArrowUp: up }, isDesk)
  const { rows: unanswered } = useUnanswered()
  const sound = useAlarmSound(unanswered, RING_MS)
  const row = rows.find((one) => one.id === id)
  const list = (
    <AlarmList
      open={{ of: open, page: pages.open, size: DESK_SIZE, onPage: (page) => setPages({ ...pages, open: page }) }}
      ended={{
        of: ended,
        page: pages.ended,
        size: ALARM_PAGE_SIZE,
        onPage: (page) => setPages({ ...pages, ended: page }),
      }}
      search={search}
      isDesk={isDesk}
      chosenId={isDesk ? id : undefined}
      sound={sound}
      foot={isDesk && <DeskKeys />}
      onNarrow={(some) => {
        setPages(FIRST_PAGES)
        change({ ...some, ...(isDesk && { id: undefined }) })
      }}
    />
  )
  const notices = (
    <>
      <ChannelNotice />
      <NoContactNotice />
      <UnsentNotice count={unsentRealFires(writes)} />
    </>
  )
  return (
    <>
      {isDesk ? (
        <div className="alarm-desk">
          <div className="px-3 pt-3 empty:hidden">{notices}</div>
          <div key={String(isFirst)} className="alarm-panes">
            <div className="min-h-0">{!isFirst && list}</div>
            <section aria-label="火警详情" className="min-h-0 min-w-0">
              {isFirst ? (
                <AlarmAwaited isSheet={false} />
              ) : id !== undefined ? (
                <AlarmView key={id} id={id} row={row} look="pane" />
              ) : isChoosing || open.isLoading || ended.isLoading ? (
                <AlarmAwaited isSheet={false} />
              ) : isRead && rows.length === 0 ? (
                <Empty
                  className="h-full"
                  icon={<CheckIcon className="h-12 w-12 text-ok" />}
                  title="没有火警"
                  hint="火警和电气火灾报警会列在左侧，新的立即出现"
                />
              ) : null}
            </section>
          </div>
        </div>
      ) : (
        <>
          {notices}
          {list}
          <AlarmSheet
            id={id}
            row={row}
            unanswered={unanswered}
            queue={{ rows: openRows, before: (pages.open - 1) * DESK_SIZE, total: open.data?.total ?? 0 }}
            sound={sound}
            onNext={(next) => change({ id: next })}
            onClose={close}
          />
        </>
      )}
    </>
  )
}
