import type { Dict } from '#contract/dict/define-dict.ts'
import { BEFORE_OFFLINE, measureHeader } from '#contract/measure-words.ts'
import type { Measure, TimelyData } from '#contract/record.ts'
import { formatTime, MISSING, orMissing } from '#app/lib/format.ts'
import { AlarmLink } from '#app/parts/alarm-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/table.tsx'
import { lateness } from './lateness.ts'
import { measureText } from './measures.ts'
import { type Marked, RecordMarks } from './record-marks.tsx'

export interface DeviceRecord {
  readonly deviceId: string
  readonly deviceNo: string | null
  readonly deviceName: string | null
  readonly deviceType: number | null
  readonly deviceTypeName: string | null
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
  readonly isUnregistered?: boolean
  readonly timeMark?: string | null
  readonly deviceTime?: string | null
  readonly reportTime: string | null
  readonly receiveTime: string | null
  readonly alarmId?: string | null | undefined
  /** 0: open. */
  readonly status?: number | null
}

export function deviceColumns<Row extends DeviceRecord>(): Column<Row>[] {
  return [
    {
      key: 'device',
      header: '设备',
      phone: 'title',
      render: (row) => (
        <span className="block md:min-w-[9rem]">
          {orMissing(row.deviceName)}
          <span className="block text-xs font-normal text-ink-soft">
            {[row.deviceTypeName, row.deviceNo].filter(Boolean).join(' · ')}
          </span>
          <RecordMarks of={row} />
        </span>
      ),
    },
    { key: 'place', header: '位置', render: (row) => <span className="block md:min-w-[5rem]">{placeOf(row)}</span> },
  ]
}

/** Omitted if no row has one. */
export function markColumns<Row extends Marked>(rows: readonly Marked[]): Column<Row>[] {
  if (!rows.some(({ isUnregistered, timeMark }) => isUnregistered || timeMark)) return []
  return [{ key: 'marks', header: '标记', render: (row) => <RecordMarks of={row} /> }]
}

function placeOf({ floor, zone, descript }: DeviceRecord) {
  return orMissing([floor, zone, descript].filter(Boolean).join(' '))
}

export const stateColumn = <Row,>(header: string, words: Dict, value: (row: Row) => number | null | undefined) =>
  wordColumn<Row>(header, () => words, value)

export function wordColumn<Row>(
  header: string,
  wordsOf: (row: Row) => Dict | null | undefined,
  value: (row: Row) => number | null | undefined,
): Column<Row> {
  return {
    key: `state ${header}`,
    header,
    nowrap: true,
    render: (row) => {
      const code = value(row)
      const words = wordsOf(row)
      if (!words || code === null || code === undefined) return MISSING
      return (
        <Badge look="plain" tone={words.tone(code)}>
          {words.label(code)}
        </Badge>
      )
    },
  }
}

/** Two lines save width. */
export function timeColumn<Row>(header: string, value: (row: Row) => string | null | undefined): Column<Row> {
  return { key: `time ${header}`, header, width: '6.5rem', render: (row) => <Moment at={value(row)} /> }
}

/** Columns would break at the hyphens. */
function Moment({ at }: { at: string | null | undefined }) {
  const [day, time] = formatTime(at).split(' ')
  return (
    <span>
      <span className="whitespace-nowrap">{day}</span> {time && <span className="whitespace-nowrap">{time}</span>}
    </span>
  )
}

export function receivedColumn<Row extends DeviceRecord>(): Column<Row> {
  return {
    key: 'received',
    header: '平台接收时间',
    width: '6.5rem',
    render: (row) => {
      const late = lateness(row.reportTime, row.receiveTime)
      return (
        <span>
          <Moment at={row.receiveTime} />
          {late && <span className="block text-xs font-medium text-attention-ink">{late}</span>}
        </span>
      )
    },
  }
}

export function measureColumns<Row extends { readonly timelyData?: TimelyData; readonly connectStatus?: number }>(
  names: readonly Measure[],
): Column<Row>[] {
  return names.map((name) => ({
    key: name,
    header: measureHeader(name),
    nowrap: true,
    render: (row) => {
      const { text, tone } = measureText(name, row.timelyData?.[name])
      if (tone === null) return <span className="font-figure">{text}</span>
      const isStale = row.connectStatus === 0
      return (
        <Badge look="plain" tone={isStale ? 'unknown' : tone}>
          {isStale ? `${BEFORE_OFFLINE}${text}` : text}
        </Badge>
      )
    },
  }))
}

export function historyColumn<Row extends DeviceRecord>(onHistory: (row: Row) => void, hasAlarms = false): Column<Row> {
  return {
    key: 'history',
    header: '操作',
    phone: 'action',
    width: hasAlarms ? '10.5rem' : '5.5rem',
    render: (row) => (
      <>
        <AlarmLink id={row.alarmId} label={row.status === 0 ? '处置火警' : '查看火警'} kind="quiet" size="small" />
        <Button
          kind="quiet"
          size="small"
          aria-label={`历史记录 ${row.deviceName ?? row.deviceNo ?? row.deviceId}`}
          onClick={() => onHistory(row)}
        >
          历史记录
        </Button>
      </>
    ),
  }
}
