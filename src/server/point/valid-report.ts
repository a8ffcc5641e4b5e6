import type { Measures } from '#contract/measures.ts'
import { SYSTEMS } from '../dictionary/systems.ts'

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

/**
 * The measures of each measuring item type (api type 5 or 6). Charge, signal and makers' names describe the sender, not
 * what it measures; only item 53 is about them.
 */
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

/** Api types 1 to 4 report events: any report of theirs is valid, a heartbeat too. */
export const LAST_EVENT_TYPE = 4

const measuring = SYSTEMS.flatMap(({ apis }) => apis.filter(({ type }) => type > LAST_EVENT_TYPE)).map(({ id }) => id)
const bits = new Map(measuring.map((apiId, i) => [apiId, 1 << i]))
const bitsOf = new Map<string, number>()
for (const [apiId, bit] of bits)
  for (const measure of MEASURES_OF[apiId] ?? []) bitsOf.set(measure, (bitsOf.get(measure) ?? 0) | bit)

/**
 * The measuring item types a reading is a valid report of, a bit each: which of them the point is of, only the database
 * knows when a batch arrives.
 */
export function validFor(measures: Measures): number {
  let found = 0
  for (const name in measures)
    if (measures[name as Measure] !== undefined && measures[name as Measure] !== '') found |= bitsOf.get(name) ?? 0
  return found
}

/** The bit of an item type in {@link validFor}; 0: any report of it is valid. */
export const validBit = (apiId: number): number => bits.get(apiId) ?? 0

/** The same as an array whose place, from 1, is the item type's number: how a statement looks them up. */
export const VALID_BITS_BY_PLACE: readonly number[] = Array.from(
  { length: Math.max(...SYSTEMS.flatMap(({ apis }) => apis.map(({ id }) => id))) },
  (_, i) => validBit(i + 1),
)
