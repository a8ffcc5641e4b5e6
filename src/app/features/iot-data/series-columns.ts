import { alarmState } from '#contract/dict/alarm-state.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { actionState, faultHandling, faultState, recordKind, shieldState } from '#contract/dict/record-states.ts'
import { formatTime } from '#app/lib/format.ts'
import { limitStatus } from '#contract/dict/measure-states.ts'
import { measuresOf } from '#contract/measure-words.ts'
import type { SeriesRow, TimelyData } from '#contract/record.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import type { Column } from '#app/ui/table.tsx'
import {
  deviceColumns,
  historyColumn,
  markColumns,
  measureColumns,
  receivedColumn,
  stateColumn,
  timeColumn,
  wordColumn,
} from './columns.tsx'

interface Told {
  readonly deviceType: number | null
  readonly timelyData?: TimelyData
  readonly limitStatus?: number | null
  readonly isUnregistered?: boolean
  readonly timeMark?: string | null
}

const RECORDS: Readonly<Record<string, readonly [status: Dict, handling: Dict | null]>> = {
  fire: [alarmState, fireHandling],
  fault: [faultState, faultHandling],
  shield: [shieldState, null],
  action: [actionState, null],
}
/** Other servers omit `kind`. */
const KINDS = ['fire', 'fault', 'shield', 'action'] as const

const logged: Column<SeriesRow> = {
  key: 'logged',
  header: '设备上报时间',
  phone: 'title',
  nowrap: true,
  render: (row) => formatTime(row.logTime),
}

const limitColumns = (rows: readonly Told[], phone: Column<SeriesRow>['phone']): Column<SeriesRow>[] =>
  rows.some(({ limitStatus = null }) => limitStatus !== null)
    ? [stateColumn('限值状态', limitStatus, (row) => row.limitStatus, phone)]
    : []

/** Records for api types 1 to 4, else readings. */
export function historyColumns(
  { apiId, apiType }: { apiId: string; apiType: number | null },
  rows: readonly Told[],
): Column<SeriesRow>[] {
  const usual = KINDS[(apiType ?? 0) - 1]
  if (!usual)
    return [
      logged,
      ...measureColumns<SeriesRow>(measuresOf(Number(apiId), rows)),
      ...limitColumns(rows, 'field'),
      receivedColumn('field'),
    ]
  const wordsOf = ({ kind }: SeriesRow) => RECORDS[kind ?? usual] ?? RECORDS[usual]
  return [
    logged,
    ...markColumns<SeriesRow>(rows),
    { key: 'kind', header: '记录类型', nowrap: true, render: (row) => recordKind.label(row.kind ?? usual) },
    wordColumn(
      '状态',
      (row) => wordsOf(row)?.[0],
      (row) => row.status,
    ),
    wordColumn(
      '处理结果',
      (row) => wordsOf(row)?.[1],
      (row) => row.state,
    ),
    timeColumn('结束时间', (row) => row.endTime),
    receivedColumn('field'),
  ]
}

export function seriesColumns(
  apiId: string,
  rows: readonly Told[],
  onHistory: (row: SeriesRow) => void,
): Column<SeriesRow>[] {
  return [
    ...deviceColumns<SeriesRow>(),
    ...measureColumns<SeriesRow>(measuresOf(Number(apiId), rows)),
    ...limitColumns(rows, 'state'),
    timeColumn('设备上报时间', (row) => row.logTime, 'desk'),
    receivedColumn(),
    historyColumn(onHistory),
  ]
}
