import * as v from 'valibot'
import { text } from './fields.ts'

const LIMIT = 1_000_000_000
const figure = v.optional(
  v.pipe(
    v.number('请输入数字'),
    v.finite('请输入数字'),
    v.minValue(-LIMIT, '数值超出范围'),
    v.maxValue(LIMIT, '数值超出范围'),
  ),
)
const name = v.optional(text(64))

/**
 * What a point may report, by the documents' names: figures, and states as code numbers.
 * Units: pressure MPa, level m, temperature ℃, current A, voltage V, residualCurrent mA, concentration %LEL, power %.
 */
const known = v.strictObject({
  pressure: figure,
  level: figure,
  temperature: figure,
  waterTemperature: figure,
  current: figure,
  voltage: figure,
  residualCurrent: figure,
  concentration: figure,
  flow: figure,
  airVolume: figure,
  airSpeed: figure,
  eventCount: figure,
  seconds: figure,
  power: figure,
  signals: figure,
  alarmStatus: figure,
  manualAutomaticState: figure,
  powerState: figure,
  startStopStatus: figure,
  runningState: figure,
  faultStatus: figure,
  workStatus: figure,
  mainPower: figure,
  emergencyPower: figure,
  fireAlarm: figure,
  temperatureAlarm: figure,
  overLimitAlarm: figure,
  underVoltageAlarm: figure,
  gasLeakage: figure,
  powerOnPreheating: figure,
  faultArc: figure,
  shortCircuit: figure,
  selfInspection: figure,
  action: figure,
  transmissionManufacturer: name,
  transmissionModel: name,
  fireAlarmControllerManufacturer: name,
  fireAlarmControllerModel: name,
})

const FIGURES: ReadonlySet<string> = new Set(
  Object.entries(known.entries).flatMap(([key, entry]) => (entry === figure ? [key] : [])),
)
const isFigure = (value: unknown) => typeof value === 'number' && value >= -LIMIT && value <= LIMIT

/** Whether there are figures in it and nothing else: so it is nearly always, and then it is taken as it is. */
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
