import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chartedOf } from '#contract/measure-words.ts'
import { CURSOR_LIMIT, type SeriesRow, type TimelyData } from '#contract/record.ts'
import { exportSeries, recordQuery } from '#app/data/record.ts'
import { useNow } from '#app/lib/use-now.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DeviceCurve } from '#app/parts/curve/device-curve.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { DAY_START } from '#app/ui/date-range-math.ts'
import { DateRange, type TimeSpan } from '#app/ui/date-range.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import type { DeviceRecord } from './columns.tsx'
import { CursorPager } from './cursor-pager.tsx'
import { useCursorPages } from './cursor-pages.ts'
import { historyColumns } from './series-columns.ts'
import { lastMonth } from './spans.ts'

export type HistoryOf = Pick<DeviceRecord, 'deviceId' | 'deviceName' | 'deviceNo' | 'deviceType'> & {
  /** The history begins there if older. */
  readonly since?: string | undefined
  readonly timelyData?: TimelyData | undefined
}

interface HistoryDialogProps {
  readonly device: HistoryOf
  readonly item: { readonly apiId: string; readonly apiType: number | null }
  readonly open: boolean
  onClose(): void
}

/** Source: document 2. */
export function HistoryDialog({ device, item, open, onClose }: HistoryDialogProps) {
  return (
    <LazyDialog
      open={open}
      title={`历史记录 · ${device.deviceName ?? device.deviceNo ?? device.deviceId}`}
      width={1200}
      onClose={onClose}
    >
      {open && <History key={`${device.deviceId} ${item.apiId}`} device={device} item={item} />}
    </LazyDialog>
  )
}

const isOfRecords = (apiType: number | null) => apiType !== null && apiType < 5

function History({ device, item }: Pick<HistoryDialogProps, 'device' | 'item'>) {
  const [chosen, setChosen] = useState<TimeSpan>()
  const month = lastMonth(useNow())
  const isOlder = device.since !== undefined && device.since < month.start
  const span = chosen ?? (isOlder ? { ...month, start: `${device.since?.slice(0, 10)} ${DAY_START}` } : month)
  const pages = useCursorPages(span)
  const history = useQuery({
    ...recordQuery.history(
      {
        id: device.deviceId,
        apiId: item.apiId,
        startTime: span.start,
        endTime: span.end,
        limit: CURSOR_LIMIT,
        ...pages.place,
      },
      chosen === undefined && !isOlder,
    ),
    placeholderData: keepPreviousData,
  })
  const table = (rows: readonly SeriesRow[] | undefined) => (
    <WideTable
      caption="历史记录"
      columns={historyColumns(item, rows ?? [{ deviceType: device.deviceType }])}
      rows={rows}
      rowKey={(row) => row.rowKey}
      expected={CURSOR_LIMIT}
      busy={history.isPlaceholderData}
      minWidth="44rem"
      empty={
        pages.page > 1 ? <Empty title="没有更早的记录" /> : <Empty title="该时段没有记录" hint="可放宽时间范围后再查" />
      }
    />
  )
  return (
    <div className="md:min-h-[30rem]">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <DateRange label="上报时间" value={span} onChange={setChosen} />
        <span className="flex items-center gap-2">
          <DataTime of={history} />
          <ExportButton
            size="small"
            address={() =>
              exportSeries({ id: device.deviceId, apiId: item.apiId, startTime: span.start, endTime: span.end })
            }
          />
        </span>
      </div>
      {!isOfRecords(item.apiType) && (
        <div className="mb-3 border-b border-line pb-3">
          <DeviceCurve
            deviceId={device.deviceId}
            deviceName={device.deviceName ?? device.deviceNo ?? device.deviceId}
            span={chosen || isOlder ? { startTime: span.start, endTime: span.end } : { days: 30 }}
            figures={chartedOf(Number(item.apiId), device.timelyData ?? {})}
            height={220}
          />
        </div>
      )}
      <QueryResult of={history} waiting={table(undefined)}>
        {({ list }) => (
          <>
            {table(list)}
            <div className="mt-3">
              <CursorPager
                page={pages.page}
                rows={list.length}
                limit={CURSOR_LIMIT}
                busy={history.isPlaceholderData}
                onBack={() => pages.back(list)}
                onNext={() => pages.next(list)}
              />
            </div>
          </>
        )}
      </QueryResult>
    </div>
  )
}
