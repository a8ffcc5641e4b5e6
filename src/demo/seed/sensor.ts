import type { ProblemCause as Cause } from '#server/evaluation/condition.ts'
import { round } from './random.ts'

/** MPa or m. Source: domain facts, section 3. */
interface Gauge {
  readonly measure: 'pressure' | 'level'
  readonly base: number
  readonly swing: number
  readonly low: number
  readonly high: number
}

const GAUGES = {
  'hydrant-ground': { measure: 'pressure', base: 0.45, swing: 0.08, low: 0.25, high: 0.7 },
  'hydrant-roof': { measure: 'pressure', base: 0.18, swing: 0.03, low: 0.1, high: 0.35 },
  stabiliser: { measure: 'pressure', base: 0.38, swing: 0.04, low: 0.25, high: 0.6 },
  'spray-end': { measure: 'pressure', base: 0.12, swing: 0.03, low: 0.05, high: 0.3 },
  'alarm-valve': { measure: 'pressure', base: 0.5, swing: 0.05, low: 0.3, high: 0.8 },
  tank: { measure: 'level', base: 2.1, swing: 0.3, low: 1.4, high: 2.8 },
  pool: { measure: 'level', base: 3.4, swing: 0.4, low: 2.4, high: 4.4 },
} as const satisfies Record<string, Gauge>

export type Sensor =
  | keyof typeof GAUGES
  | 'detector'
  | 'pump'
  | 'fan'
  | 'electric'
  | 'cable'
  | 'door'
  | 'supply'
  | 'controller'
  | 'gas'
  | 'battery'
  | 'alarm-unit'
  | 'plain'

const BY_SENSOR = new Map<Sensor, Gauge>(Object.entries(GAUGES) as [keyof typeof GAUGES, Gauge][])

export function gaugeOf(sensor: Sensor): Gauge | undefined {
  return BY_SENSOR.get(sensor)
}

/** A repeated entry is twice as likely. */
export function causesOf(sensor: Sensor): readonly (Cause | 'shield')[] {
  const gauge = gaugeOf(sensor)
  if (gauge?.measure === 'pressure') return ['pressure-low', 'pressure-low', 'pressure-high', 'offline']
  if (gauge?.measure === 'level') return ['level-low', 'level-low', 'level-high', 'offline']
  if (sensor === 'detector') return ['fault', 'fault', 'offline', 'shield', 'alarm-unhandled']
  if (sensor === 'pump') return ['pump-manual', 'pump-manual', 'pump-power', 'fault']
  if (sensor === 'electric' || sensor === 'cable') return ['alarm-unhandled', 'alarm-unhandled', 'offline']
  // Whatever the cause, alarms.
  if (sensor === 'alarm-unit') return ['alarm-unhandled', 'offline']
  if (sensor === 'plain') return ['fault', 'offline', 'shield']
  return ['fault', 'offline']
}

type Measures = Record<string, number>

const radio = (wave: number) => ({ power: Math.round(82 + 12 * wave), signals: wave > 0.2 ? 4 : 3 })

/** @param base −1…1 of the range; `wave` the present deviation */
export function measuresOf(sensor: Sensor, base: number, wave: number, cause: Cause | 'shield' | null): Measures {
  const at = (middle: number, range: number, decimals = 0) =>
    round(middle + range * (0.6 * base + 0.4 * wave), decimals)
  const faultStatus = cause === 'fault' ? 1 : 0
  const alarm = cause === 'alarm-unhandled' ? 1 : 0
  const gauge = gaugeOf(sensor)
  if (gauge) {
    const low = cause === 'pressure-low' || cause === 'level-low'
    const high = cause === 'pressure-high' || cause === 'level-high'
    const value = low
      ? round(gauge.low * (0.72 + 0.15 * wave), 2)
      : high
        ? round(gauge.high * (1.15 + 0.08 * wave), 2)
        : at(gauge.base, gauge.swing, 2)
    return { [gauge.measure]: value, alarmStatus: low ? 1 : high ? 2 : 0, ...radio(wave) }
  }
  switch (sensor) {
    case 'pump':
    case 'fan':
      return {
        manualAutomaticState: cause === 'pump-manual' ? 1 : 0,
        powerState: cause === 'pump-power' ? 1 : 0,
        startStopStatus: 0,
        faultStatus,
      }
    case 'electric':
      return {
        residualCurrent: alarm ? Math.round(520 + 180 * wave) : at(105, 60),
        current: at(30, 24, 1),
        voltage: at(227, 8, 1),
        overLimitAlarm: alarm,
        faultArc: 0,
        shortCircuit: 0,
        faultStatus,
      }
    case 'cable':
      return { temperature: alarm ? round(83 + 9 * wave, 1) : at(35, 12, 1), temperatureAlarm: alarm, faultStatus }
    case 'gas':
      return { concentration: alarm ? 31.5 : at(2, 2, 1), gasLeakage: alarm, powerOnPreheating: 0, faultStatus }
    case 'supply':
      return { voltage: at(227, 8, 1), mainPower: faultStatus, emergencyPower: 0, underVoltageAlarm: faultStatus }
    case 'controller':
      return { workStatus: faultStatus, mainPower: 0, emergencyPower: 0, faultStatus }
    case 'door':
      return { runningState: 0, faultStatus }
    case 'battery':
      return { ...radio(wave), workStatus: faultStatus, faultStatus }
    case 'detector':
      return { fireAlarm: alarm, faultStatus }
    default:
      return { workStatus: 0, faultStatus }
  }
}
