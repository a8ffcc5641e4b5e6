import type { Tone } from '#contract/dict/define-dict.ts'
import { BEFORE_OFFLINE, MEASURE_WORDS, measureState } from '#contract/measure-words.ts'
import type { MeasuredRow } from '#contract/point.ts'
import { MEASURES, type Measure } from '#contract/record.ts'
import { MISSING, orMissing } from '#app/lib/format.ts'
import { placeIn, shownFigure } from '#app/ui/curve.rules.ts'

const figureOf = ({ figure }: MeasuredRow): Measure | undefined => MEASURES.find((name) => name === figure)

const PUMP_STATES = ['manualAutomaticState', 'powerState', 'startStopStatus'] as const

const statesOf = ({ timelyData }: MeasuredRow) =>
  PUMP_STATES.flatMap((name) => measureState(name, timelyData[name]) ?? [])

export const isOut = ({ since, limitStatus }: MeasuredRow) => since !== null || limitStatus === 1 || limitStatus === 2

export const isByDevice = (row: MeasuredRow) =>
  (row.limitStatus === 1 || row.limitStatus === 2) && row.value !== null && placeIn(row, row.value) === 'in'

interface Shown {
  readonly value: string
  readonly unit: string
}

export function shownValue(row: MeasuredRow): Shown {
  const figure = figureOf(row)
  if (figure)
    return { value: row.value === null ? MISSING : shownFigure(row.value), unit: MEASURE_WORDS[figure].unit ?? '' }
  return { value: statesOf(row)[0]?.label ?? MISSING, unit: '' }
}

/** `压力过低`, `离线`; null: no limits. */
export function pointCondition(row: MeasuredRow): { readonly text: string; readonly tone: Tone } | null {
  if (row.connectStatus === 0) return { text: '离线', tone: 'unknown' }
  const figure = figureOf(row)
  if (row.limitStatus === 1 || row.limitStatus === 2)
    return {
      text: `${figure ? MEASURE_WORDS[figure].label : ''}${row.limitStatus === 1 ? '过低' : '过高'}${isByDevice(row) ? '（设备限值）' : ''}`,
      tone: 'attention',
    }
  const wrong = statesOf(row).filter(({ tone }) => tone === 'attention' || tone === 'danger' || tone === 'fire')
  if (wrong.length > 0) return { text: wrong.map(({ label }) => label).join('，'), tone: 'attention' }
  return row.limitStatus === 0 || !figure ? { text: '正常', tone: 'ok' } : null
}

/** `正常 0.15–0.35 MPa，低了 0.03` */
export function rangeWords(row: MeasuredRow): string {
  const { low, high, value } = row
  const { unit } = shownValue(row)
  if (low === null && high === null) return ''
  const range =
    low === null
      ? `不高于 ${shownFigure(high ?? 0)}`
      : high === null
        ? `不低于 ${shownFigure(low)}`
        : ` ${shownFigure(low)}–${shownFigure(high)}`
  const off =
    value === null
      ? ''
      : low !== null && value < low
        ? `，低了 ${shownFigure(low - value)}`
        : high !== null && value > high
          ? `，高了 ${shownFigure(value - high)}`
          : ''
  return isByDevice(row) ? `在平台限值内（${range.trim()} ${unit}），超出设备自身限值` : `正常${range} ${unit}${off}`
}

export const measuredName = (row: MeasuredRow) => orMissing(row.deviceName ?? row.deviceNo)
export const measuredPlace = ({ floor, zone, descript }: MeasuredRow) =>
  [floor, zone, descript].filter(Boolean).join(' ')

export const beforeOffline = ({ connectStatus }: MeasuredRow) => (connectStatus === 0 ? BEFORE_OFFLINE : '')
