import * as v from 'valibot'
import { openText, strict } from './open-fields.ts'

const LIMIT = 1_000_000_000
const figure = v.optional(
  v.pipe(
    v.number('请输入数字'),
    v.finite('请输入数字'),
    v.minValue(-LIMIT, `应在 ${-LIMIT} 至 ${LIMIT} 之间`),
    v.maxValue(LIMIT, `应在 ${-LIMIT} 至 ${LIMIT} 之间`),
  ),
)
const name = v.optional(openText(64))

/** Valid values of a figure and its unit; a state has integer codes and no unit. */
export interface Range {
  readonly unit: string
  readonly from: number
  readonly to: number
}

const range = (unit: string, from: number, to: number): Range => ({ unit, from, to })
const code = range('', 0, 255)

/**
 * A value outside means a wrong unit or a broken sensor. Source: GB/T 26875.3-2011, table 6, unless a narrower range is
 * certain; pressure: extinguishing agents are stored below 25 MPa.
 */
export const FIGURE_RANGES = {
  pressure: range('MPa', -0.1, 25),
  level: range('m', -1, 320),
  temperature: range('℃', -273, 3_200),
  waterTemperature: range('℃', -50, 200),
  current: range('A', 0, 3_200),
  voltage: range('V', 0, 3_200),
  residualCurrent: range('mA', 0, 32_000),
  concentration: range('%LEL', 0, 100),
  flow: range('L/s', 0, 3_200),
  airVolume: range('m³/min', 0, 3_200),
  airSpeed: range('m/s', 0, 60),
  eventCount: range('件', 0, LIMIT),
  seconds: range('s', 0, LIMIT),
  power: range('%', 0, 100),
  signals: range('', -200, 100),
  alarmStatus: code,
  manualAutomaticState: code,
  powerState: code,
  startStopStatus: code,
  runningState: code,
  faultStatus: code,
  workStatus: code,
  mainPower: code,
  emergencyPower: code,
  fireAlarm: code,
  temperatureAlarm: code,
  overLimitAlarm: code,
  underVoltageAlarm: code,
  gasLeakage: code,
  powerOnPreheating: code,
  faultArc: code,
  shortCircuit: code,
  selfInspection: code,
  action: code,
} as const satisfies Readonly<Record<string, Range>>

export type FigureName = keyof typeof FIGURE_RANGES
const FIGURE_NAMES = Object.keys(FIGURE_RANGES) as readonly FigureName[]

const known = strict({
  ...(Object.fromEntries(FIGURE_NAMES.map((key) => [key, figure])) as Record<FigureName, typeof figure>),
  transmissionManufacturer: name,
  transmissionModel: name,
  fireAlarmControllerManufacturer: name,
  fireAlarmControllerModel: name,
})

const FIGURES: ReadonlySet<string> = new Set(FIGURE_NAMES)
const isFigure = (value: unknown) => typeof value === 'number' && value >= -LIMIT && value <= LIMIT

/** Fast path for the usual case: figures only, accepted without the schema. */
const isPlain = (given: object) => Object.entries(given).every(([key, value]) => FIGURES.has(key) && isFigure(value))

export const measures: typeof known = {
  ...known,
  '~run': (dataset, config) => {
    const { value } = dataset
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !isPlain(value))
      return known['~run'](dataset, config)
    return { typed: true, value }
  },
}

export type Measures = v.InferOutput<typeof measures>

export function impossibleFigures(reading: Measures): FigureName[] {
  return (Object.keys(reading) as (keyof Measures)[]).filter((key): key is FigureName => {
    const value = reading[key]
    if (typeof value !== 'number' || !(key in FIGURE_RANGES)) return false
    const { from, to, unit } = FIGURE_RANGES[key as FigureName]
    return value < from || value > to || (unit === '' && !Number.isInteger(value))
  })
}
