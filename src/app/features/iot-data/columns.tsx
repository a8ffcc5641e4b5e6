import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { BEFORE_OFFLINE, measureHeader } from '#contract/measure-words.ts'
import type { Measure, TimelyData } from '#contract/record.ts'
import { formatTime, MISSING, orMissing, shortTime } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { FireAge } from '#app/parts/alarm/alarm-age.tsx'
import { alarmVerb } from '#app/parts/alarm-link.tsx'
import { placeBeside } from '#app/parts/problem/problem-words.ts'
import { RowSign } from '#app/parts/row-sign.tsx'
import { RowActions } from '#app/parts/row-actions.tsx'
import { useMay } from '#app/session/use-may.ts'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import type { Column } from '#app/ui/table.tsx'
import { lateness } from './lateness.ts'
import { measureText } from './measures.ts'
import { Again, AGAIN, type Marked, RecordMarks } from './record-marks.tsx'

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
  readonly alarmTime?: string | null | undefined
  readonly alarmId?: string | null | undefined
  /** 0: open. */
  readonly status?: number | null
  readonly state?: number | null
}

export function deviceColumns<Row extends DeviceRecord>(isSigned = false): Column<Row>[] {
  return [
    {
      key: 'device',
      header: '设备',
      phone: 'title',
      width: '12fr',
      render: (row) => (
        <span title={row.deviceTypeName ?? undefined} className="xl:text-sm">
          {isSigned && <RowSign tone={row.status === 0 ? 'fire' : row.state ? fireHandling.tone(row.state) : 'ok'} />}
          {orMissing(row.deviceName)}{' '}
          {row.deviceNo && (
            <span className="row-more whitespace-nowrap text-xs font-normal text-ink-soft md:max-xl:hidden xl:block">
              {row.deviceNo}
            </span>
          )}
          <RecordMarks of={row} />
        </span>
      ),
    },
    {
      key: 'place',
      header: '位置',
      phone: 'desk',
      tablet: 'under',
      render: (row) => (
        <span className="min-w-0 xl:block xl:max-w-[9rem]">
          {placeOf(row) || <span className="hidden xl:inline">{MISSING}</span>}
          {row.deviceNo && (
            <span className={cx('hidden whitespace-nowrap text-xs md:max-xl:inline', placeOf(row) && 'ml-1.5')}>
              {row.deviceNo}
            </span>
          )}
        </span>
      ),
    },
  ]
}

/** Omitted if no row has one. */
export function markColumns<Row extends Marked>(rows: readonly Marked[]): Column<Row>[] {
  if (!rows.some(({ isUnregistered, timeMark }) => isUnregistered || timeMark)) return []
  return [{ key: 'marks', header: '标记', render: (row) => <RecordMarks of={row} /> }]
}

function placeOf({ floor, zone, descript }: DeviceRecord) {
  return [floor, zone, descript].filter(Boolean).join(' ')
}

const CLOCK = /^\d\d:/
const momentWords = (at: string | null, now: Date) => shortTime(at, now).replace(CLOCK, '今天 $&')

const ownAge = ({ alarmTime, verdict }: AlarmRow, at: string | null | undefined) => ({
  alarmTime: at ?? alarmTime,
  verdict,
})

export const factsOf = (
  row: DeviceRecord,
  at: string | null | undefined,
  now: Date,
  today = '',
  fire?: AlarmRow,
  isAgain = false,
) => [
  at && !fire && shortTime(at, now).replace(CLOCK, `${today}$&`),
  fire && (
    <span className="whitespace-nowrap font-semibold text-danger-ink">
      {isAgain ? (
        `${fireHandling.label(row.state ?? 0)} · ${shortTime(at ?? null, now)} ${AGAIN}`
      ) : (
        <>
          {fireHandling.label(row.state ?? 0)} <FireAge of={ownAge(fire, at)} />
        </>
      )}
    </span>
  ),
  placeBeside(row.deviceName ?? '')(row),
  lateness(row.reportTime, row.receiveTime).replace('延迟', '接收延迟'),
]

export const stateColumn = <Row,>(
  header: string,
  words: Dict,
  value: (row: Row) => number | null | undefined,
  phone?: Column<Row>['phone'],
) => wordColumn<Row>(header, () => words, value, phone)

export function wordColumn<Row>(
  header: string,
  wordsOf: (row: Row) => Dict | null | undefined,
  value: (row: Row) => number | null | undefined,
  phone: Column<Row>['phone'] = 'field',
): Column<Row> {
  return {
    key: `state ${header}`,
    header,
    phone,
    nowrap: true,
    width: '6rem',
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

export const endedColumn = <Row extends DeviceRecord>(column: Column<Row>, results: Dict): Column<Row> => ({
  ...column,
  render: (row, at) => (
    <EndedState of={row} results={results}>
      {column.render(row, at)}
    </EndedState>
  ),
})

export const calmWhileOpen = <Row extends DeviceRecord>(column: Column<Row>, results: Dict): Column<Row> => ({
  ...column,
  render: (row, at) =>
    row.status === 0 && row.state === 0 ? (
      <span className={row.alarmId ? 'font-semibold text-danger-ink' : 'text-ink-soft'}>{results.label(0)}</span>
    ) : (
      column.render(row, at)
    ),
})

export const agedColumn = <Row extends DeviceRecord>(
  column: Column<Row>,
  fireOf: (row: Row) => AlarmRow | undefined,
  isAgain: (row: Row) => boolean,
): Column<Row> => ({
  ...column,
  render: (row, at) => {
    const fire = fireOf(row)
    if (!fire) return column.render(row, at)
    return (
      <span className="whitespace-nowrap">
        {column.render(row, at)}{' '}
        {isAgain(row) ? <Again at={row.alarmTime} /> : <FireAge of={ownAge(fire, row.alarmTime)} />}
      </span>
    )
  },
})

const ENDED_WORD = 'ended-word'
export const ENDED_ABOVE = 'max-md:[&_.ended-word]:hidden'

interface EndedStateProps {
  readonly of: DeviceRecord
  readonly results: Dict
  readonly children: ReactNode
}

function EndedState({ of: { alarmId, status, state }, results, children }: EndedStateProps) {
  const isOnDuty = useMay('duty')
  return (
    <span className={alarmId && status === 0 && isOnDuty ? 'max-md:hidden' : 'max-md:inline-block'}>
      <span className={status === 0 ? undefined : ENDED_WORD}>{children}</span>
      {status !== 0 && typeof state === 'number' && (
        <span className="block text-right text-sm text-ink-soft md:hidden">{results.label(state)}</span>
      )}
    </span>
  )
}

export function timeColumn<Row>(
  header: string,
  value: (row: Row) => string | null | undefined,
  phone: Column<Row>['phone'] = 'field',
): Column<Row> {
  return {
    key: `time ${header}`,
    header,
    phone,
    nowrap: true,
    width: '6.75rem',
    render: (row) => {
      const at = value(row)
      return at ? <Moment at={at} /> : MISSING
    },
  }
}

const isSameMinute = (at: string | null, after: string | null | undefined, now: Date) =>
  Boolean(at && after) && shortTime(at, now) === shortTime(after, now)

function Moment({ at }: { at: string | null }) {
  const now = useNow()
  return (
    <span title={formatTime(at)} className="whitespace-nowrap">
      {momentWords(at, now)}
    </span>
  )
}

export function receivedColumn<Row extends DeviceRecord>(
  phone: Column<Row>['phone'] = 'desk',
  below?: string,
): Column<Row> {
  return {
    key: 'received',
    header: '平台接收时间',
    phone,
    ...(below && { tablet: 'under', below }),
    nowrap: true,
    width: below ? '6.5fr' : '6.75rem',
    render: (row) => <Received of={row} isBelow={below !== undefined} />,
  }
}

const LATE = 'whitespace-nowrap text-xs font-medium text-attention-ink max-md:ml-1 xl:ml-1'

function Received({ of: { reportTime, receiveTime }, isBelow }: { of: DeviceRecord; isBelow: boolean }) {
  const now = useNow()
  const late = lateness(reportTime, receiveTime)
  const isSame = isBelow && isSameMinute(receiveTime, reportTime, now)
  const [day] = momentWords(reportTime, now).split(' ')
  const received = momentWords(receiveTime, now).replace(`${day} `, '')
  return (
    <span>
      <span className={cx(isBelow && 'md:max-xl:hidden')}>
        <span title={formatTime(receiveTime)} className={cx('whitespace-nowrap', isSame && 'text-ink-soft')}>
          {isBelow ? received : momentWords(receiveTime, now)}
        </span>
      </span>
      {isBelow && <span className="hidden md:max-xl:inline">接收 {!late && received}</span>}
      {late && <span className={LATE}>{late}</span>}
    </span>
  )
}

interface Handled {
  readonly handlePeople?: string | null
  readonly handlePhone?: string | null
  readonly handleAlarmTime?: string | null
}

export function handlerColumn<Row extends Handled>(): Column<Row> {
  return {
    key: 'who',
    header: '处理人',
    tablet: 'under',
    nowrap: true,
    render: ({ handlePeople: name, handlePhone: phone, handleAlarmTime: at }) =>
      name || phone ? (
        <>
          <span title={phone ?? undefined}>
            {name ?? phone} {name && phone && <span className="whitespace-nowrap text-xs md:hidden">{phone}</span>}
          </span>
          {at && (
            <span className="hidden md:max-xl:inline">
              <Moment at={at} />
            </span>
          )}
        </>
      ) : (
        MISSING
      ),
  }
}

export function handledTimeColumn<Row extends Handled>(): Column<Row> {
  return {
    ...timeColumn<Row>('处理时间', ({ handleAlarmTime }) => handleAlarmTime),
    render: ({ handlePeople: name, handlePhone: phone, handleAlarmTime: at }) =>
      at ? (
        <span className={cx((name || phone) && 'md:max-xl:hidden')}>
          <Moment at={at} />
        </span>
      ) : (
        MISSING
      ),
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

export function historyColumn<Row extends DeviceRecord>(
  onHistory: (row: Row) => void,
  rows: readonly Row[] = [],
  isUndecided: (alarmId: string | null | undefined) => boolean = () => false,
  isGrouped: (row: Row) => boolean = () => false,
): Column<Row> {
  return {
    key: 'history',
    header: '操作',
    phone: 'action',
    width: rows.some(({ alarmId }) => alarmId) ? '8fr' : '5.5rem',
    render: (row) => (
      <RecordActions
        of={row}
        verb={alarmVerb(row.status === 0 && isUndecided(row.alarmId))}
        isGrouped={isGrouped(row)}
        onHistory={() => onHistory(row)}
      />
    ),
  }
}

interface RecordActionsProps {
  readonly of: DeviceRecord
  readonly verb: string
  readonly isGrouped: boolean
  onHistory(): void
}

function RecordActions({ of: row, verb, isGrouped, onHistory }: RecordActionsProps) {
  const { navigate } = useRouter()
  const { alarmId: id } = row
  const isOnDuty = useMay('duty')
  const isDesk = useMedia(DESK)
  return (
    <RowActions
      name={row.deviceName ?? row.deviceNo ?? row.deviceId}
      most={1}
      isFirstAlways={Boolean(id) && isOnDuty && row.status === 0 && !isGrouped}
      actions={[
        ...(id && isOnDuty && (!isGrouped || isDesk)
          ? [
              {
                key: 'alarm',
                label: verb,
                ...(row.status === 0 && !isGrouped && { kind: 'secondary' as const }),
                onSelect: () => void navigate({ to: '/alarms', search: { id } }),
              },
            ]
          : []),
        { key: 'history', label: '历史记录', onSelect: onHistory },
      ]}
    />
  )
}
