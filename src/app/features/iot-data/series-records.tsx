import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { measureHeader, measuresOf } from '#contract/measure-words.ts'
import { CURSOR_LIMIT, type Item, type SeriesRow } from '#contract/record.ts'
import { exportSeries, recordQuery } from '#app/data/record.ts'
import { useNow } from '#app/lib/use-now.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DateRange, type TimeSpan } from '#app/ui/date-range.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { factsOf } from './columns.tsx'
import { CursorPager } from './cursor-pager.tsx'
import { useCursorPages } from './cursor-pages.ts'
import { measureText } from './measures.ts'
import { seriesColumns } from './series-columns.ts'
import { currentDay } from './spans.ts'
import { useHistory } from './use-history.ts'

const HistoryDialog = onDemand(() => import('./history-dialog.tsx').then((loaded) => loaded.HistoryDialog))

interface SeriesRecordsProps {
  readonly buildingId: string
  readonly relationId: string
  readonly item: Item
}

/** Source: document 2, section 4. */
export function SeriesRecords({ buildingId, relationId, item }: SeriesRecordsProps) {
  const [chosen, setChosen] = useState<TimeSpan>()
  const now = useNow()
  const usual = currentDay(now)
  const span = chosen ?? usual
  const pages = useCursorPages(span)
  const history = useHistory()
  const readings = useQuery({
    ...recordQuery.series(
      {
        apiId: item.apiId,
        buildingId,
        relationId,
        startTime: span.start,
        endTime: span.end,
        limit: CURSOR_LIMIT,
        ...pages.place,
      },
      chosen === undefined,
    ),
    placeholderData: keepPreviousData,
  })
  const table = (rows: readonly SeriesRow[] | undefined) => (
    <WideTable
      caption={item.apiName}
      rows={rows}
      rowKey={(row) => row.rowKey}
      expected={CURSOR_LIMIT}
      busy={readings.isPlaceholderData}
      minWidth="52rem"
      facts={(row) => [
        ...measuresOf(Number(item.apiId), [row]).map((name) => {
          const { text, tone } = measureText(name, row.timelyData?.[name])
          return tone === null && `${measureHeader(name)} ${text}`
        }),
        ...factsOf(row, row.logTime, now),
      ]}
      empty={
        pages.page > 1 ? (
          <Empty title="没有更早的数据" />
        ) : (
          <Empty title="该时段没有上报数据" hint="可选更早的日期查看" />
        )
      }
      columns={seriesColumns(item.apiId, rows ?? [], history.show)}
    />
  )
  return (
    <Card
      title={item.apiName}
      isNamed
      flush
      freshness={<DataTime of={readings} />}
      footer={
        readings.data && (
          <CursorPager
            page={pages.page}
            rows={readings.data.list.length}
            limit={CURSOR_LIMIT}
            busy={readings.isPlaceholderData}
            onBack={() => pages.back(readings.data.list)}
            onNext={() => pages.next(readings.data.list)}
          />
        )
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line p-3">
        <DateRange label="上报时间" value={span} onChange={setChosen} />
        <ExportButton
          address={() => exportSeries({ apiId: item.apiId, buildingId, startTime: span.start, endTime: span.end })}
        />
      </div>
      <QueryResult of={readings} waiting={table(undefined)}>
        {({ list }) => table(list)}
      </QueryResult>
      {history.of && <HistoryDialog device={history.of} item={item} open={history.open} onClose={history.close} />}
    </Card>
  )
}
