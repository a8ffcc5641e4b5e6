import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dict } from '#contract/dict/define-dict.ts'
import { type Equipment, EQUIPMENT_PAGE_SIZE, type EQUIPMENT_STATES } from '#contract/equipment.ts'
import { type EquipmentCard, type EquipmentScope, equipmentQuery, exportEquipment } from '#app/data/dashboard.ts'
import { formatTime, orMissing } from '#app/lib/format.ts'
import { AlarmLink } from '#app/parts/alarm-link.tsx'
import { BuildingName } from '#app/parts/building-name.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import type { Column } from '#app/ui/table.tsx'
import { ListPages } from './list-pages.tsx'

export type StateFilter = (typeof EQUIPMENT_STATES)[number] | ''

interface EquipmentDialogProps {
  readonly card: EquipmentCard
  readonly type: number
  readonly title: string
  readonly words: Dict
  readonly scope: EquipmentScope
  readonly filter: StateFilter
  onFilter(filter: StateFilter): void
  readonly open: boolean
  onClose(): void
}

export function EquipmentDialog(props: EquipmentDialogProps) {
  const { card, type, title, words, scope, filter, onFilter, open, onClose } = props
  return (
    <LazyDialog open={open} title={title} width={800} onClose={onClose}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Segmented<StateFilter> label="设备状态" options={filtersOf(words)} value={filter} onChange={onFilter} />
        <ExportButton
          size="small"
          address={() => exportEquipment(card, { ...scope, type: type as 1, status: filter })}
        />
      </div>
      {open && <EquipmentPages key={`${type} ${filter} ${Object.values(scope).join(' ')}`} {...props} />}
    </LazyDialog>
  )
}

const filtersOf = (words: Dict): { value: StateFilter; label: string }[] => [
  { value: '', label: '全部' },
  { value: 9, label: '非正常' },
  ...words.codes
    .filter((state) => state !== '0')
    .map((state) => ({ value: Number(state) as StateFilter, label: words.label(state) })),
  { value: 0, label: words.label(0) },
]

function EquipmentPages({ card, type, title, words, scope, filter }: EquipmentDialogProps) {
  const [page, setPage] = useState(1)
  const input = { ...scope, type: type as 1, status: filter }
  const devices = useQuery({
    ...equipmentQuery(card, { ...input, currentPage: page, pageSize: EQUIPMENT_PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPages
      className="md:min-h-[18rem]"
      of={devices}
      page={page}
      pageSize={EQUIPMENT_PAGE_SIZE}
      onPage={setPage}
      caption={title}
      columns={columnsOf(card, words)}
      rowKey={(row) => row.id}
    />
  )
}

/** Abnormal reading with unit: MPa or m. */
function measureOf({ timelyData: { pressure, level } }: Equipment): string {
  if (pressure !== null) return `${pressure} MPa`
  return level === null ? '' : `${level} m`
}

const ALARM_COLUMN: Column<Equipment> = {
  key: 'alarm',
  header: '操作',
  phone: 'action',
  width: '6rem',
  render: (row) => <AlarmLink id={row.alarmId} kind="quiet" size="small" />,
}

function columnsOf(card: EquipmentCard, words: Dict): Column<Equipment>[] {
  return [
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
    { key: 'building', header: '建筑', render: (row) => <BuildingName of={row} tab="pointInfo" /> },
    {
      key: 'place',
      header: '位置',
      render: (row) => orMissing([row.floor, row.zone].filter(Boolean).join(' ')),
    },
    {
      key: 'state',
      header: '状态',
      nowrap: true,
      render: (row) => (
        <span>
          <Badge look="plain" tone={words.tone(row.status)}>
            {words.label(row.status)}
          </Badge>
          {measureOf(row) && <span className="block font-figure text-xs text-ink-soft">{measureOf(row)}</span>}
        </span>
      ),
    },
    { key: 'since', header: '异常开始', width: '6.5rem', render: (row) => formatTime(row.alarmTime) },
    { key: 'reported', header: '最近上报', width: '6.5rem', render: (row) => formatTime(row.reportTime) },
    ...(card === 'fireAlarm' ? [ALARM_COLUMN] : []),
  ]
}
