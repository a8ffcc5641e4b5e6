import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DELIVERY_PAGE_SIZE, type DeliveryRow } from '#contract/delivery.ts'
import { DELIVERY_CHANNELS, DELIVERY_RESULTS } from '#contract/delivery-results.ts'
import { deliveryChannel } from '#contract/dict/delivery-channel.ts'
import { deliveryResult } from '#contract/dict/delivery-result.ts'
import { exportDeliveries } from '#app/data/delivery.ts'
import { formatTime, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmRowLink } from '#app/parts/alarm/alarm-table.tsx'
import { DistrictSelect } from '#app/parts/district-select.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { ListFrame } from '#app/ui/list-frame.tsx'
import { Select } from '#app/ui/select.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { deliveriesOf, deliveryFilter } from './delivery-queries.ts'
import type { DeliverySearch } from './delivery-search.ts'
import { DeliveriesAwaited } from './deliveries-awaited.tsx'

const NoDeliveries = lazy(() => import('./no-deliveries.tsx').then((loaded) => ({ default: loaded.NoDeliveries })))

const route = getRouteApi('/_shell/deliveries')
const EXPECTED = 10
const CHANNELS = [
  { value: '', label: '全部方式' },
  ...DELIVERY_CHANNELS.map((value) => ({ value, label: deliveryChannel.label(value) })),
]
const RESULTS = [
  { value: '', label: '全部结果' },
  ...DELIVERY_RESULTS.map((value) => ({ value, label: deliveryResult.label(value) })),
]

export function DeliveryScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const deliveries = useQuery({ ...deliveriesOf(search), placeholderData: keepPreviousData })
  const change = (some: Partial<DeliverySearch>) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...some }), replace: true, resetScroll: false })
  const { page: _, ...filters } = search
  const isNarrowed = Object.values(filters).some((value) => value !== undefined)
  const total = deliveries.data?.total
  const table = (rows: readonly DeliveryRow[] | undefined) => (
    <DeliveryTable rows={rows} busy={deliveries.isPlaceholderData} />
  )
  if (!isNarrowed && !deliveries.isPlaceholderData && total === 0)
    return (
      <section aria-label="通知记录">
        <Suspense fallback={<DeliveriesAwaited />}>
          <NoDeliveries />
        </Suspense>
      </section>
    )
  return (
    <section aria-label="通知记录">
      <ListFrame>
        <FilterBar
          first={
            <SearchBox
              label="搜索建筑"
              initial={search.words}
              onSearch={(words) => change({ words: words || undefined })}
            />
          }
          used={[search.channel, search.result, search.county, search.from ?? search.to, search.building]}
          actions={<ExportButton disabled={total === 0} address={() => exportDeliveries(deliveryFilter(search))} />}
        >
          <Select
            aria-label="通知方式"
            className="lg:w-32"
            options={CHANNELS}
            value={search.channel ?? ''}
            onChange={({ target }) => change({ channel: DELIVERY_CHANNELS.find((one) => one === target.value) })}
          />
          <Select
            aria-label="通知结果"
            className="lg:w-32"
            options={RESULTS}
            value={search.result ?? ''}
            onChange={({ target }) => change({ result: DELIVERY_RESULTS.find((one) => one === target.value) })}
          />
          <DistrictSelect
            className="lg:w-36"
            value={search.county ?? ''}
            onChange={(county) => change({ county: county || undefined })}
          />
          <DateRange
            label="通知时间"
            value={{ start: search.from ?? '', end: search.to ?? '' }}
            onChange={({ start, end }) => change({ from: start || undefined, to: end || undefined })}
          />
          {search.building && (
            <Button size="small" onClick={() => change({ building: undefined })}>
              查看全部建筑
            </Button>
          )}
        </FilterBar>
        <QueryResult of={deliveries} waiting={table(undefined)}>
          {({ list }) => table(list)}
        </QueryResult>
        <ListFooter
          of={deliveries}
          page={search.page ?? 1}
          pageSize={DELIVERY_PAGE_SIZE}
          onChange={(page) => change({ page })}
        />
      </ListFrame>
    </section>
  )
}

interface DeliveryTableProps {
  readonly rows: readonly DeliveryRow[] | undefined
  readonly busy: boolean
}

function DeliveryTable({ rows, busy }: DeliveryTableProps) {
  const now = useNow()
  return (
    <WideTable
      caption="通知记录"
      minWidth="60rem"
      facts={(row) => [shortTime(row.time, now), deliveryChannel.label(row.channel), row.recipient]}
      rows={rows}
      rowKey={({ id }) => id}
      expected={EXPECTED}
      busy={busy}
      empty={<Empty title="没有符合条件的通知记录" hint="请减少或清除筛选条件" />}
      columns={[
        {
          key: 'building',
          header: '建筑',
          phone: 'title',
          width: '14rem',
          render: (row) => row.buildingName ?? (row.alarmId === null ? '测试' : '未知来源'),
        },
        { key: 'time', header: '时间', nowrap: true, width: '10.5rem', render: ({ time }) => formatTime(time) },
        {
          key: 'channel',
          header: '方式',
          phone: 'desk',
          nowrap: true,
          width: '6rem',
          render: ({ channel }) => deliveryChannel.label(channel),
        },
        { key: 'recipient', header: '接收人', width: '11rem', render: ({ recipient }) => recipient },
        {
          key: 'text',
          header: '内容',
          tablet: 'under',
          render: ({ text }) => <span className="break-words">{text.replace('【消防物联网】', '')}</span>,
        },
        {
          key: 'result',
          header: '结果',
          phone: 'state',
          nowrap: true,
          width: '8rem',
          render: (row) => (
            <span>
              <Badge tone={deliveryResult.tone(row.result)}>{deliveryResult.label(row.result)}</Badge>
              {(row.error || row.tries > 1) && (
                <span className="block text-xs text-ink-soft">
                  {[row.error, row.tries > 1 && `发送 ${row.tries} 次`].filter(Boolean).join('，')}
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'alarm',
          header: '操作',
          isHeaderHidden: true,
          phone: 'action',
          width: '3.5rem',
          render: ({ alarmId, buildingName }) =>
            alarmId && <AlarmRowLink id={alarmId}>{`查看火警 ${buildingName ?? '未知来源'}`}</AlarmRowLink>,
        },
      ]}
    />
  )
}
