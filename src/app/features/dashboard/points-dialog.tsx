import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DRILL_DOWN_PAGE_SIZE, type DrillDownPoint } from '#contract/dashboard.ts'
import { connectStatus } from '#contract/dict/connect-status.ts'
import { dashboardQuery, type EquipmentScope, exportDrillDown } from '#app/data/dashboard.ts'
import { formatTime, orMissing } from '#app/lib/format.ts'
import { BuildingName } from '#app/parts/building-name.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import type { Column } from '#app/ui/table.tsx'
import { ListPages } from './list-pages.tsx'

export type PointFilter = '' | 0 | 1

interface PointsDialogProps {
  readonly scope: EquipmentScope
  readonly filter: PointFilter
  onFilter(filter: PointFilter): void
  readonly open: boolean
  onClose(): void
}

const FILTERS = [
  { value: '', label: '全部' },
  { value: 0, label: connectStatus.label(0) },
  { value: 1, label: connectStatus.label(1) },
] as const

export function PointsDialog({ open, onClose, ...shown }: PointsDialogProps) {
  return (
    <LazyDialog open={open} title="设备点位" width={800} onClose={onClose}>
      {open && <Points {...shown} />}
    </LazyDialog>
  )
}

function Points({ scope, filter, onFilter }: Omit<PointsDialogProps, 'open' | 'onClose'>) {
  const [search, setSearch] = useState('')
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented<PointFilter> label="在线状态" options={FILTERS} value={filter} onChange={onFilter} />
        <SearchBox
          label="搜索设备、位置、建筑"
          className="w-full md:w-64"
          onSearch={(text) => setSearch(text.trim())}
        />
        <ExportButton
          size="small"
          className="ml-auto"
          address={() => exportDrillDown({ ...scope, connectStatus: filter, search })}
        />
      </div>
      <PointPages
        key={`${Object.values(scope).join(' ')} ${filter} ${search}`}
        scope={scope}
        filter={filter}
        search={search}
      />
    </>
  )
}

function PointPages({ scope, filter, search }: Pick<PointsDialogProps, 'scope' | 'filter'> & { search: string }) {
  const [page, setPage] = useState(1)
  const points = useQuery({
    ...dashboardQuery.points({
      ...scope,
      connectStatus: filter,
      search,
      currentPage: page,
      pageSize: DRILL_DOWN_PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPages
      className="md:min-h-[27rem]"
      of={points}
      page={page}
      pageSize={DRILL_DOWN_PAGE_SIZE}
      onPage={setPage}
      caption="设备点位"
      columns={COLUMNS}
      rowKey={(row) => row.id}
      empty={
        search === '' ? (
          <Empty title={filter === 0 ? '没有离线的点位' : '没有点位'} hint="建筑绑定服务商并上报后，点位会列在这里" />
        ) : (
          <Empty title="没有符合条件的点位" hint="请更换关键词" />
        )
      }
    />
  )
}

const COLUMNS: Column<DrillDownPoint>[] = [
  {
    key: 'device',
    header: '设备',
    phone: 'title',
    render: (row) => (
      <>
        {row.deviceName}
        <span className="block text-xs font-normal text-ink-soft">{row.deviceNo}</span>
      </>
    ),
  },
  {
    key: 'building',
    header: '建筑',
    render: (row) => <BuildingName of={row} tab="pointInfo" />,
  },
  { key: 'place', header: '位置', render: (row) => orMissing([row.floor, row.zone].filter(Boolean).join(' ')) },
  {
    key: 'state',
    header: '状态',
    nowrap: true,
    width: '5rem',
    render: (row) => (
      <Badge look="plain" tone={connectStatus.tone(row.connectStatus)}>
        {connectStatus.label(row.connectStatus)}
      </Badge>
    ),
  },
  {
    key: 'reported',
    header: '最近上报',
    width: '6.5rem',
    render: ({ reportTime }) => (reportTime === null ? '从未上报' : formatTime(reportTime)),
  },
]
