import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { alarmState } from '#contract/dict/alarm-state.ts'
import { measuresOf } from '#contract/measure-words.ts'
import { type Item, RECORD_PAGE_SIZE, RECORD_PAGE_SIZES } from '#contract/record.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { exportRecords, type ListType, recordQuery, type RecordRow } from '#app/data/record.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { fireLook } from '#app/parts/alarm/alarm-age.rules.ts'
import { NOT_AGAIN } from '#app/parts/alarm/rank-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SIGNED_ROWS } from '#app/parts/row-sign.tsx'
import { useLastPage } from '#app/parts/use-last-page.ts'
import { useUndecided } from '#app/parts/use-undecided.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useMay } from '#app/session/use-may.ts'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { DateRange, type TimeSpan } from '#app/ui/date-range.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Pager } from '#app/ui/pager.tsx'
import { Select } from '#app/ui/select.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { agedColumn, deviceColumns, ENDED_ABOVE, factsOf, historyColumn, measureColumns } from './columns.tsx'
import { type ListLayout, LAYOUTS, RESULT_COLUMN } from './list-layouts.ts'
import { FireGroup } from './fire-group.tsx'
import { fireGroups } from './fire-groups.ts'
import { ANY_TIME } from './spans.ts'
import { useHistory } from './use-history.ts'

const HistoryDialog = onDemand(() => import('./history-dialog.tsx').then((loaded) => loaded.HistoryDialog))

interface PagedRecordsProps {
  readonly buildingId: string
  readonly relationId: string
  readonly item: Item
  readonly type: ListType
  readonly select: ReactNode
}

const NARROW_GAPS = 'xl:[&_tr>*+*]:pl-1.5 xl:[&_tr>:not(:last-child)]:pr-1.5'

const FIRST = { currentPage: 1, pageSize: RECORD_PAGE_SIZE as number, search: '', state: '' }

/** Source: document 2, section 7. */
export function PagedRecords({ buildingId, relationId, item, type, select }: PagedRecordsProps) {
  const layout = LAYOUTS[type]
  const [asked, setAsked] = useState(FIRST)
  const [chosen, setChosen] = useState<TimeSpan>()
  // Open records of any age.
  const span = chosen ?? ANY_TIME
  const history = useHistory()
  const now = useNow()
  const isPhone = !useMedia(DESK)
  const isOnDuty = useMay('duty')
  const isUndecided = useUndecided(buildingId)
  const fires = useQuery({ ...alarmQuery.openOf(buildingId), enabled: isOnDuty && type === 1 })
  const filter = {
    apiId: item.apiId,
    relationId,
    startTime: span.start,
    endTime: span.end,
    search: asked.search,
    state: asked.state,
  }
  const records = useQuery({
    ...recordQuery.list(
      type,
      { ...filter, currentPage: asked.currentPage, pageSize: asked.pageSize },
      chosen === undefined,
    ),
    placeholderData: keepPreviousData,
  })
  useLastPage(records, {
    page: asked.currentPage,
    pageSize: asked.pageSize,
    onPage: (currentPage) => setAsked({ ...asked, currentPage }),
  })
  const table = (page: readonly RecordRow[] | undefined) => {
    const groups = fireGroups(page ?? [], fires.data?.list ?? [])
    const { fireOf, headedBy } = groups
    const rows = page && groups.rows
    const lookOf = (row: RecordRow) => type === 1 && row.status === 0 && fireLook(fireOf(row), now)
    const ended = type === 1 && rows ? endedFrom(rows) : undefined
    const headOf = (row: RecordRow, at: number) => {
      const fire = headedBy(row)
      return fire ? (
        <FireGroup of={fire} isInBand={fire.id === fires.data?.list[0]?.id} others={groups.others} />
      ) : (
        isPhone && at === ended && alarmState.label(row.status ?? 1)
      )
    }
    return (
      <div
        key={String(!rows)}
        className={cx(NARROW_GAPS, type === 1 && SIGNED_ROWS, ended !== undefined && ENDED_ABOVE)}
      >
        <WideTable
          caption={item.apiName}
          rows={rows}
          rowKey={(row) => row.id}
          expected={asked.pageSize}
          busy={records.isPlaceholderData}
          isUrgent={lookOf}
          minWidth={type === 5 ? '72rem' : '56rem'}
          facts={(row) => [
            isOnDuty && type === 1 && row.alarmId && row.status === 0 && !fireOf(row) && (
              <span className="font-medium text-danger-ink">{alarmState.label(0)}</span>
            ),
            ...factsOf(
              row,
              type === 5 ? row.reportTime : (row.alarmTime ?? row.shieldTime),
              now,
              '今天 ',
              fireOf(row),
              groups.isAgain(row),
            ),
            lookOf(row) === 'edge' && NOT_AGAIN,
          ]}
          empty={
            <Nothing layout={layout} narrowed={asked.search !== '' || asked.state !== '' || chosen !== undefined} />
          }
          headOf={headOf}
          columns={[
            ...deviceColumns<RecordRow>(type === 1),
            ...layout.columns.map((column) =>
              column.key === RESULT_COLUMN ? agedColumn(column, fireOf, groups.isAgain) : column,
            ),
            ...(type === 5 ? measureColumns<RecordRow>(measuresOf(Number(item.apiId), rows ?? [])) : []),
            historyColumn(
              (row: RecordRow) => history.show({ ...row, since: type === 5 ? undefined : openSince(row) }),
              rows,
              isUndecided,
              (row) => groups.groupOf(row) !== undefined,
            ),
          ]}
        />
      </div>
    )
  }
  const narrow = (to: Partial<typeof FIRST>) => setAsked((was) => ({ ...was, currentPage: 1, ...to }))
  const search = (
    <SearchBox
      label="搜索设备编号、名称、位置"
      initial={asked.search}
      onSearch={(text) => narrow({ search: text.trim() })}
    />
  )
  return (
    <Card
      title={item.apiName}
      isNamed
      flush
      freshness={<DataTime of={records} />}
      footer={
        records.data && (
          <Pager
            page={asked.currentPage}
            pageSize={asked.pageSize}
            total={records.data.total}
            sizes={RECORD_PAGE_SIZES}
            onChange={(currentPage, pageSize) => setAsked({ ...asked, currentPage, pageSize })}
          />
        )
      }
    >
      <FilterBar
        first={select ?? search}
        used={[(select && asked.search) || undefined, asked.state || undefined, chosen]}
        actions={<ExportButton address={() => exportRecords({ apiType: type, ...filter })} />}
      >
        {select && search}
        <Select
          aria-label={layout.filter}
          className="lg:w-40"
          value={asked.state}
          options={[{ value: '', label: `全部${layout.filter}` }, ...layout.states.options]}
          onChange={(event) => narrow({ state: event.target.value })}
        />
        <DateRange
          label={layout.time}
          value={span}
          onChange={(next) => {
            setChosen(next)
            narrow({})
          }}
        />
      </FilterBar>
      <QueryResult of={records} waiting={table(undefined)}>
        {(page) => table(fires.isLoading ? undefined : rowsOfPage(page))}
      </QueryResult>
      {history.of && <HistoryDialog device={history.of} item={item} open={history.open} onClose={history.close} />}
    </Card>
  )
}

const isEnded = ({ status }: RecordRow) => status !== 0

function endedFrom(rows: readonly RecordRow[]): number | undefined {
  const first = rows.findIndex(isEnded)
  return first > 0 && rows.slice(first).every(isEnded) ? first : undefined
}

const openSince = ({ status, alarmTime, shieldTime }: RecordRow) =>
  status === 0 ? (alarmTime ?? shieldTime ?? undefined) : undefined

function Nothing({ layout, narrowed }: { layout: ListLayout; narrowed: boolean }) {
  return <Empty title={layout.nothing} hint={narrowed ? '请更换关键词、状态或时间范围' : '服务商上报后会列在这里'} />
}
