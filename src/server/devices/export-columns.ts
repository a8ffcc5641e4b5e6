import { alarmState } from '#contract/dict/alarm-state.ts'
import { connectStatus } from '#contract/dict/connect-status.ts'
import { faultFlag } from '#contract/dict/measure-states.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { actionState, faultHandling, faultState, recordKind, shieldState } from '#contract/dict/record-states.ts'
import { BEFORE_OFFLINE, MEASURE_WORDS, measureHeader, measureState } from '#contract/measure-words.ts'
import { type Measure, MEASURES, type TimelyData } from '#contract/record.ts'
import type { XlsxCell, XlsxColumn } from '../platform/files/xlsx-writer.ts'

/** Times are wire times, as in the lists. */
export interface ExportColumn<Row> extends XlsxColumn {
  readonly cell: (row: Row) => XlsxCell
}

interface OfDevice {
  readonly deviceName: string | null
  readonly deviceNo: string | null
  readonly deviceTypeName: string | null
  readonly floor: string | null
  readonly zone: string | null
  readonly descript: string | null
  readonly receiveTime: string | null
}
type Handled = {
  readonly state: number | null
  readonly handleAlarmTime: string | null
  readonly handlePeople: string | null
  readonly handlePhone: string | null
}

const ofDevice: readonly ExportColumn<OfDevice>[] = [
  { title: '设备名称', width: 32, cell: (row) => row.deviceName },
  { title: '设备编号', width: 22, kind: 'text', cell: (row) => row.deviceNo },
  { title: '设备类型', width: 24, cell: (row) => row.deviceTypeName },
  { title: '楼层', width: 12, kind: 'text', cell: (row) => row.floor },
  { title: '部位', width: 16, kind: 'text', cell: (row) => row.zone },
  { title: '描述', width: 24, cell: (row) => row.descript },
]
interface Marked {
  readonly isUnregistered: boolean
  readonly timeMark: string | null
  readonly deviceTime: string | null
}

const marks: readonly ExportColumn<Marked>[] = [
  {
    title: '标记',
    width: 22,
    cell: (row) =>
      [row.isUnregistered && '未登记部件', row.timeMark && '设备时间不可信'].filter(Boolean).join('；') || null,
  },
  { title: '设备时间', width: 20, cell: (row) => row.timeMark && (row.deviceTime ?? '设备时钟未设置') },
]

const received: ExportColumn<OfDevice> = { title: '平台接收时间', width: 20, cell: (row) => row.receiveTime }

const handledBy: readonly ExportColumn<Handled>[] = [
  { title: '处理时间', width: 20, cell: (row) => row.handleAlarmTime },
  { title: '处理人', width: 14, cell: (row) => row.handlePeople },
  { title: '处理人电话', width: 16, kind: 'text', cell: (row) => row.handlePhone },
]

type OfStatus = { readonly status: number }

export const FIRE_COLUMNS: readonly ExportColumn<OfDevice & Marked & Handled & OfStatus & { alarmTime: string }>[] = [
  ...ofDevice,
  { title: '报警状态', width: 12, cell: (row) => alarmState.label(row.status) },
  { title: '报警时间', width: 20, cell: (row) => row.alarmTime },
  ...marks,
  received,
  { title: '处理结果', width: 12, cell: (row) => fireHandling.label(row.state) },
  ...handledBy,
]

export const FAULT_COLUMNS: readonly ExportColumn<OfDevice & Marked & Handled & OfStatus & { alarmTime: string }>[] = [
  ...ofDevice,
  { title: '故障状态', width: 12, cell: (row) => faultState.label(row.status) },
  { title: '故障时间', width: 20, cell: (row) => row.alarmTime },
  ...marks,
  received,
  { title: '处理结果', width: 12, cell: (row) => faultHandling.label(row.state) },
  ...handledBy,
]

export const SHIELD_COLUMNS: readonly ExportColumn<
  OfDevice & Marked & OfStatus & { shieldTime: string; relieveShieldTime: string | null }
>[] = [
  ...ofDevice,
  { title: '屏蔽状态', width: 12, cell: (row) => shieldState.label(row.status) },
  { title: '屏蔽时间', width: 20, cell: (row) => row.shieldTime },
  ...marks,
  received,
  { title: '解除时间', width: 20, cell: (row) => row.relieveShieldTime },
]

export const ACTION_COLUMNS: readonly ExportColumn<
  OfDevice & Marked & OfStatus & { alarmTime: string; endTime: string | null }
>[] = [
  ...ofDevice,
  { title: '动作状态', width: 12, cell: (row) => actionState.label(row.status) },
  { title: '动作时间', width: 20, cell: (row) => row.alarmTime },
  ...marks,
  received,
  { title: '复位时间', width: 20, cell: (row) => row.endTime },
]

/** `connectStatus` 0: states are the last known. */
type Measured = { readonly timelyData: TimelyData; readonly connectStatus?: number }

function measureCell({ timelyData, connectStatus: online }: Measured, name: Measure): XlsxCell {
  const value = timelyData[name]
  const state = measureState(name, value)
  if (state) return online === 0 ? `${BEFORE_OFFLINE}${state.label}` : state.label
  return value === undefined || value === '' ? null : value
}

export function measureColumns(names: readonly Measure[]): ExportColumn<Measured>[] {
  const others = MEASURES.filter((name) => !names.includes(name))
  const written = (row: Measured) =>
    others.flatMap((name) => {
      const cell = measureCell(row, name)
      return cell === null ? [] : [`${MEASURE_WORDS[name].label}：${String(cell)}`]
    })
  return [
    ...names.map((name) => ({
      title: measureHeader(name),
      width: 14,
      cell: (row: Measured) => measureCell(row, name),
    })),
    { title: '其他数据', width: 32, cell: (row) => written(row).join('；') },
  ]
}

type State = OfDevice &
  Handled &
  Measured & { connectStatus: number; devStatus: number | null; reportTime: string | null; alarmTime: string | null }

export const deviceColumns = (names: readonly Measure[]): readonly ExportColumn<State>[] => [
  ...ofDevice,
  { title: '连接状态', width: 12, cell: (row) => connectStatus.label(row.connectStatus) },
  { title: '设备状态', width: 12, cell: (row) => faultFlag.label(row.devStatus) },
  { title: '设备上报时间', width: 20, cell: (row) => row.reportTime },
  received,
  { title: '最近报警时间', width: 20, cell: (row) => row.alarmTime },
  { title: '处理结果', width: 12, cell: (row) => faultHandling.label(row.state) },
  ...handledBy,
  ...measureColumns(names),
]

type SeriesOfRecords = OfDevice &
  Marked & {
    kind: string | null
    status: number | null
    state: number | null
    logTime: string
    endTime: string | null
  }

const STATUS = { fire: alarmState, fault: faultState, shield: shieldState, action: actionState } as const
const HANDLING: Readonly<Record<string, typeof fireHandling | typeof faultHandling>> = {
  fire: fireHandling,
  fault: faultHandling,
}

export const RECORD_SERIES_COLUMNS: readonly ExportColumn<SeriesOfRecords>[] = [
  ...ofDevice,
  { title: '记录类型', width: 12, cell: (row) => recordKind.label(row.kind) },
  { title: '状态', width: 12, cell: (row) => STATUS[row.kind as keyof typeof STATUS]?.label(row.status) ?? null },
  { title: '设备上报时间', width: 20, cell: (row) => row.logTime },
  ...marks,
  received,
  { title: '结束时间', width: 20, cell: (row) => row.endTime },
  { title: '处理结果', width: 12, cell: (row) => HANDLING[row.kind ?? '']?.label(row.state) ?? null },
]

export const readingSeriesColumns = (
  names: readonly Measure[],
): readonly ExportColumn<OfDevice & Measured & { logTime: string }>[] => [
  ...ofDevice,
  { title: '设备上报时间', width: 20, cell: (row) => row.logTime },
  received,
  ...measureColumns(names),
]
