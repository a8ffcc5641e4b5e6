import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { DELIVERY_PAGE_SIZE, type DeliveryRow } from '#contract/delivery.ts'
import { DELIVERY_CHANNELS, DELIVERY_RESULTS } from '#contract/delivery-results.ts'
import { deliveryChannel } from '#contract/dict/delivery-channel.ts'
import { deliveryResult } from '#contract/dict/delivery-result.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { exportDeliveries } from '#app/data/delivery.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { formatNumber, formatTime, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmRowLink, AlarmTable } from '#app/parts/alarm/alarm-table.tsx'
import { ConfirmFires } from '#app/parts/alarm/confirm-fires.tsx'
import { useDistrictOf } from '#app/parts/district-names.ts'
import { DistrictSelect } from '#app/parts/district-select.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { AlertIcon, InfoIcon } from '#app/ui/icon.tsx'
import { ListFrame } from '#app/ui/list-frame.tsx'
import { AnnouncementIcon } from '#app/ui/place-icons.tsx'
import { Select } from '#app/ui/select.tsx'
import { WideTable } from '#app/ui/wide-table.tsx'
import { deliveriesOf, deliveryFilter } from './delivery-queries.ts'
import type { DeliverySearch } from './delivery-search.ts'

const NextNotified = lazy(() => import('./next-notified.tsx').then((loaded) => ({ default: loaded.NextNotified })))

const route = getRouteApi('/_shell/deliveries')
const EXPECTED = 10
const SHOWN = 3
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
  const isNone = !isNarrowed && total === 0
  const table = (rows: readonly DeliveryRow[] | undefined) => (
    <DeliveryTable rows={rows} busy={deliveries.isPlaceholderData} isNarrowed={isNarrowed} />
  )
  return (
    <section aria-label="通知记录">
      <ListFrame isNone={isNone}>
        {!isNone && (
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
        )}
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
      {isNone && (
        <Suspense fallback={null}>
          <NextNotified />
        </Suspense>
      )}
    </section>
  )
}

interface DeliveryTableProps {
  readonly rows: readonly DeliveryRow[] | undefined
  readonly busy: boolean
  readonly isNarrowed: boolean
}

function DeliveryTable({ rows, busy, isNarrowed }: DeliveryTableProps) {
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
      empty={isNarrowed ? <Empty title="没有符合条件的通知记录" hint="请减少或清除筛选条件" /> : <NoDeliveries />}
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

function NoDeliveries() {
  const { data: contacts } = useQuery(dutyContactQuery.list())
  const { data: open } = useQuery(alarmQuery.open())
  const districtOf = useDistrictOf()
  const isAuthority = useMay('gov')
  const hasContacts = contacts?.list.length !== 0
  const isWhole = open?.list.length === open?.total
  const reasons = new Set(open?.list.map((alarm) => whyUntold(alarm, hasContacts)))
  const [reason = ''] = reasons
  const isSame = reasons.size === 1 && isWhole
  const inDistrict = isAuthority
    ? { header: '区域', width: '7rem', of: (alarm: AlarmRow) => [districtOf(alarm)] }
    : undefined
  const isExplained = isSame && SAME[reason] !== undefined
  const why = isExplained
    ? `${formatNumber(open?.total ?? 0)} 处火警${open?.total === 1 ? '' : '均'}${SAME[reason]}`
    : hasContacts
      ? '补传的和检修期间的火警不即时通知'
      : '尚未设置值班联系人'
  if (!open || open.total === 0)
    return <Callout icon={<AnnouncementIcon />} title="暂无通知记录" hint="火警通知和测试短信会列在这里" />
  return (
    <>
      <Callout
        {...(isExplained ? { icon: <InfoIcon /> } : { tone: 'attention', icon: <AlertIcon /> })}
        title={isExplained ? '暂无通知记录' : `${formatNumber(open.total)} 处火警未通知，暂无通知记录`}
        hint={why}
        action={
          <ConfirmFires count={isWhole ? open.list.filter(({ verdict }) => verdict === null).length : undefined} />
        }
      />
      <div className="border-t border-line">
        {open.total > 1 && (
          <p className="border-b border-line px-4 py-0.5 text-xs text-ink-soft md:py-1.5 md:text-sm">
            {open.total > SHOWN ? `最紧急的 ${SHOWN} 处` : '最紧急在前'}
          </p>
        )}
        <AlarmTable
          caption="未通知的火警"
          rows={open.list.slice(0, SHOWN)}
          facts={isSame ? inDistrict : { header: '未通知的原因', of: (alarm) => [whyUntold(alarm, hasContacts)] }}
        />
        {open.total > SHOWN && (
          <Link
            to="/alarms"
            className="flex min-h-control items-center justify-center rounded-b-md border-t border-line text-sm text-link hover:underline"
          >
            全部 {formatNumber(open.total)} 处
            <ChevronRightIcon />
          </Link>
        )}
      </div>
    </>
  )
}

const SAME: Readonly<Record<string, string>> = {
  补传记录: '为补传记录，不即时通知',
  检修期间: '在检修期间，不即时通知',
}

function whyUntold({ isFresh, proposal }: AlarmRow, hasContacts: boolean): string {
  if (!isFresh) return '补传记录'
  if (proposal !== null) return '检修期间'
  return hasContacts ? '未通知' : '没有值班联系人'
}
