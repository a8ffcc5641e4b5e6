import type { Measures } from '#contract/measures.ts'
import { SYSTEMS } from '../reference/systems.ts'

type Measure = keyof Measures

const GAUGE: readonly Measure[] = ['pressure', 'alarmStatus']
const DRIVE: readonly Measure[] = [
  'manualAutomaticState',
  'powerState',
  'startStopStatus',
  'runningState',
  'workStatus',
  'faultStatus',
]
const HOST: readonly Measure[] = ['workStatus', 'mainPower', 'emergencyPower', 'faultStatus']
const SUPPLY: readonly Measure[] = [
  'voltage',
  'current',
  'mainPower',
  'emergencyPower',
  'underVoltageAlarm',
  'powerState',
  'faultStatus',
]

/** Battery, signal and manufacturer data describe the sender: item type 53 only. */
export const MEASURES_OF: Readonly<Record<number, readonly Measure[]>> = {
  11: [
    'residualCurrent',
    'current',
    'voltage',
    'temperature',
    'overLimitAlarm',
    'temperatureAlarm',
    'faultArc',
    'shortCircuit',
    'faultStatus',
  ],
  15: DRIVE,
  16: ['level', 'alarmStatus'],
  17: GAUGE,
  21: DRIVE,
  22: GAUGE,
  27: [...DRIVE, 'airVolume', 'airSpeed'],
  31: ['runningState', 'workStatus', 'action', 'faultStatus'],
  35: [...HOST, 'manualAutomaticState', 'runningState'],
  36: [...HOST, 'manualAutomaticState', 'startStopStatus', 'runningState'],
  41: DRIVE,
  45: ['concentration', 'gasLeakage', 'powerOnPreheating', 'selfInspection', 'faultStatus'],
  53: ['power', 'signals', 'workStatus', 'faultStatus'],
  60: SUPPLY,
  61: SUPPLY,
  63: HOST,
  64: GAUGE,
  65: GAUGE,
}

/** API types 1–4: any report is valid, also a heartbeat. */
export const LAST_EVENT_TYPE = 4

const measuring = SYSTEMS.flatMap(({ apis }) => apis.filter(({ type }) => type > LAST_EVENT_TYPE)).map(({ id }) => id)
const bits = new Map(measuring.map((apiId, i) => [apiId, 1 << i]))
const bitsOf = new Map<string, number>()
for (const [apiId, bit] of bits)
  for (const measure of MEASURES_OF[apiId] ?? []) bitsOf.set(measure, (bitsOf.get(measure) ?? 0) | bit)

/** Bits of item types. The point's own type is known only in the database. */
export function validFor(measures: Measures): number {
  let found = 0
  for (const name in measures)
    if (measures[name as Measure] !== undefined && measures[name as Measure] !== '') found |= bitsOf.get(name) ?? 0
  return found
}

/** 0: any report is valid. */
export const validBit = (apiId: number): number => bits.get(apiId) ?? 0

/** {@link validBit} by item type number, as a 1-based SQL array. */
export const VALID_BITS_BY_PLACE: readonly number[] = Array.from(
  { length: Math.max(...SYSTEMS.flatMap(({ apis }) => apis.map(({ id }) => id))) },
  (_, i) => validBit(i + 1),
)
