import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { recordExport } from '#contract/record-export.ts'
import { record, type SeriesPage, type TimelyData } from '#contract/record.ts'
import { addressOf, send } from '#app/session/send.ts'
import { sendRead } from './call-batch.ts'
import { queryOf } from './query-of.ts'

/** 1 fire, 2 fault, 3 shield, 4 action, 5 device. */
export type ListType = 1 | 2 | 3 | 4 | 5

export interface RecordRow {
  readonly id: string
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
  readonly status?: number | null
  readonly state?: number | null
  readonly alarmTime?: string | null
  readonly endTime?: string | null
  readonly shieldTime?: string
  readonly relieveShieldTime?: string | null
  readonly handleAlarmTime?: string | null
  readonly handlePeople?: string | null
  readonly handlePhone?: string | null
  readonly alarmId?: string | null | undefined
  readonly connectStatus?: number
  readonly devStatus?: number | null
  readonly timelyData?: TimelyData
}

export interface RecordPage {
  readonly list: readonly RecordRow[]
  readonly total: number
}

const LISTS = {
  1: record.fires,
  2: record.faults,
  3: record.shields,
  4: record.actions,
  5: record.devices,
} as const

type ListInput = InputOf<typeof record.fires>
type SeriesInput = InputOf<typeof record.series>
type HistoryInput = InputOf<typeof record.history>

/** One query key from day to day. */
function keyOf<I extends object>(input: I, isUsual: boolean) {
  return isUsual ? { ...input, startTime: 'usual', endTime: 'usual' } : input
}

const isFirst = (input: { rowKey?: string | undefined }) => !input.rowKey

export const recordQuery = {
  must: (buildingId: string) => queryOf(record.must, { buildingId }),

  list: (type: ListType, input: ListInput, isUsual: boolean) =>
    queryOptions<RecordPage>({
      queryKey: [LISTS[type].id, keyOf(input, isUsual)],
      // All lists share its input.
      queryFn: ({ signal }) => sendRead(LISTS[type] as typeof record.fires, input, signal),
      meta: {
        keep: isUsual && input.currentPage === 1 && !input.search && input.state === '',
        redact: ['list.handlePhone'],
      },
    }),

  series: (input: SeriesInput, isUsual: boolean) =>
    queryOptions<SeriesPage>({
      queryKey: [record.series.id, keyOf(input, isUsual)],
      queryFn: ({ signal }) => sendRead(record.series, input, signal),
      meta: { keep: isUsual && isFirst(input) },
    }),

  history: (input: HistoryInput, isUsual: boolean) =>
    queryOptions<SeriesPage>({
      queryKey: [record.history.id, keyOf(input, isUsual)],
      queryFn: ({ signal }) => sendRead(record.history, input, signal),
      meta: { keep: isUsual && isFirst(input) },
    }),
}

export async function exportRecords(input: InputOf<typeof recordExport.list>): Promise<string> {
  return addressOf(await send(recordExport.list, input))
}

export async function exportSeries(input: InputOf<typeof recordExport.series>): Promise<string> {
  return addressOf(await send(recordExport.series, input))
}
