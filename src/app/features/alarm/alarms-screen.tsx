import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ALARM_PAGE_SIZE, ALARM_PAGE_SIZES, type AlarmRow } from '#contract/alarm.ts'
import { unsentRealFires, waitingActs } from '#app/data/alarm-acts.ts'
import { useWaitingWrites } from './use-waiting-writes.ts'
import { Answer } from '#app/parts/answer.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { pageCount } from '#app/ui/pager-math.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { AlarmDetailDialog } from './alarm-detail-dialog.tsx'
import { listOf } from './alarm-queries.ts'
import { AlarmTable } from './alarm-table.tsx'
import { ChosenAlarms } from './chosen-alarms.tsx'
import { UndoToast } from './undo-toast.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useSentActs } from './use-sent-acts.ts'

const route = getRouteApi('/_shell/alarms')
/** Few alarms are open at a time. */
const EXPECTED = 5
const FILTERS = [
  { value: 0, label: '未结束' },
  { value: 1, label: '全部' },
] as const

/** /alarms: open alarms first, to be acknowledged and judged; the address carries the one that is open in the sheet. */
export function AlarmsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [paged, setPaged] = useState({ page: 1, size: ALARM_PAGE_SIZE as number })
  const [ticked, setTicked] = useState<readonly string[]>([])
  const writes = useWaitingWrites()
  useSentActs()
  const alarms = useQuery({ ...listOf(search, paged.page, paged.size), placeholderData: keepPreviousData })
  const change = (some: Partial<typeof search>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  const narrow = (some: Partial<typeof search>) => {
    setPaged({ ...paged, page: 1 })
    setTicked([])
    change(some)
  }
  const rows = alarms.data?.list
  // What was judged may have been the last of the last page.
  const last = alarms.data ? pageCount(alarms.data.total, paged.size) : paged.page
  if (last < paged.page && !alarms.isPlaceholderData) setPaged({ ...paged, page: last })
  const undecided = (rows ?? []).filter(
    ({ id, verdict }) => verdict === null && waitingActs(writes, id).verdict === null,
  )
  const chosen = undecided.filter(({ id }) => ticked.includes(id))
  const table = (shown: readonly AlarmRow[] | undefined) => (
    <AlarmTable
      rows={shown}
      expected={EXPECTED}
      busy={alarms.isPlaceholderData}
      choosable={undecided.map(({ id }) => id)}
      chosen={chosen.map(({ id }) => id)}
      onChoose={setTicked}
      onOpen={(id) => change({ id })}
      empty={<NoAlarms isAll={search.all !== undefined} />}
    />
  )
  return (
    <>
      <UnsentNotice count={unsentRealFires(writes)} />
      <section aria-label="火警列表" className="flex flex-col rounded-md border border-line bg-panel">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3">
          <Segmented
            label="火警状态"
            options={FILTERS}
            value={search.all ?? 0}
            onChange={(value) => narrow({ all: value || undefined })}
          />
          {search.building && (
            <Button size="small" onClick={() => narrow({ building: undefined })}>
              查看全部建筑的火警
            </Button>
          )}
          <ChosenAlarms undecided={undecided} chosen={chosen} onChoose={setTicked} />
        </div>
        <Answer of={alarms} waiting={table(undefined)}>
          {({ list }) => table(list)}
        </Answer>
        <ListFooter
          of={alarms}
          page={paged.page}
          pageSize={paged.size}
          sizes={ALARM_PAGE_SIZES}
          onChange={(page, size) => setPaged({ page, size })}
        />
      </section>
      <AlarmDetailDialog
        id={search.id}
        row={rows?.find(({ id }) => id === search.id)}
        onClose={() => change({ id: undefined })}
      />
      <UndoToast />
    </>
  )
}

function NoAlarms({ isAll }: { isAll: boolean }) {
  if (isAll) return <Empty title="没有火警" hint="火警和电气火灾报警会列在这里" />
  return <Empty title="没有未结束的火警" hint="待确认的报警和未结束的真实火警会列在这里；已确认的在“全部”中查看" />
}
