import { actionState } from '#contract/dict/action-state.ts'
import { alarmState } from '#contract/dict/alarm-state.ts'
import type { Dict } from '#contract/dict/define-dict.ts'
import { faultHandling } from '#contract/dict/fault-handling.ts'
import { faultState } from '#contract/dict/fault-state.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { shieldState } from '#contract/dict/shield-state.ts'
import type { SeriesRow, TimelyData } from '#contract/record.ts'
import type { Column } from '#app/ui/table.tsx'
import { deviceColumns, historyColumn, measureColumns, receivedColumn, stateColumn, timeColumn } from './columns.tsx'
import { measuresOf } from './measures.ts'

interface Told {
  readonly deviceType: number | null
  readonly timelyData?: TimelyData
}

/** What records of an api type say: the words of their status, how they are handled (null: not at all), and how they end. */
const RECORDS: Readonly<Record<number, readonly [status: Dict, handling: Dict | null, ended: string]>> = {
  1: [alarmState, fireHandling, '消除时间'],
  2: [faultState, faultHandling, '恢复时间'],
  3: [shieldState, null, '解除时间'],
  4: [actionState, null, '复位时间'],
}

const logged: Column<SeriesRow> = { ...timeColumn<SeriesRow>('设备上报时间', (row) => row.logTime), phone: 'title' }

/** A device's history: its readings by the item's layout, or its records under an item that reports records. */
export function historyColumns(
  { apiId, apiType }: { apiId: string; apiType: number | null },
  rows: readonly Told[],
): Column<SeriesRow>[] {
  const records = RECORDS[apiType ?? 0]
  if (!records) return [logged, ...measureColumns<SeriesRow>(measuresOf(Number(apiId), rows)), receivedColumn()]
  const [status, handling, ended] = records
  return [
    logged,
    stateColumn('状态', status, (row) => row.status),
    ...(handling ? [stateColumn<SeriesRow>('处理结果', handling, (row) => row.state)] : []),
    timeColumn(ended, (row) => row.endTime),
    receivedColumn(),
  ]
}

/** Readings of an item type's devices. */
export function seriesColumns(
  apiId: string,
  rows: readonly Told[],
  onHistory: (row: SeriesRow) => void,
): Column<SeriesRow>[] {
  return [
    ...deviceColumns<SeriesRow>(),
    ...measureColumns<SeriesRow>(measuresOf(Number(apiId), rows)),
    timeColumn('设备上报时间', (row) => row.logTime),
    receivedColumn(),
    historyColumn(onHistory),
  ]
}
