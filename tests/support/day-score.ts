/* After docs/scoring.md; imports nothing from src. Times in ms. */

export interface Reading {
  readonly at: number
  /** Orders readings within one second. */
  readonly sequence: number
  /** Empty: a heartbeat. */
  readonly measures: Readonly<Record<string, number>>
}

export interface Event {
  readonly kind: 'fire' | 'fault' | 'shield' | 'action'
  readonly at: number
  readonly isHandled: boolean
}

export interface PointFacts {
  readonly deviceNo: string
  readonly apiId: number
  readonly registeredAt: number
  readonly readings: readonly Reading[]
  readonly events: readonly Event[]
  readonly ends: readonly Omit<Event, 'isHandled'>[]
}

export interface DayScore {
  readonly status: number
  readonly mustPercent: number
  readonly score: number | null
  /** Device number or `-`, tenths, start. */
  readonly lost: readonly string[]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Without measures it reports events. */
export const ITEM_TYPES: Readonly<
  Record<number, readonly [system: number, must: boolean, measures: readonly string[]]>
> = {
  1: [1, true, []],
  2: [1, true, []],
  3: [1, true, []],
  63: [1, true, ['workStatus', 'mainPower', 'emergencyPower', 'faultStatus']],
  15: [2, true, ['manualAutomaticState', 'powerState', 'startStopStatus', 'faultStatus']],
  16: [2, true, ['level', 'alarmStatus']],
  17: [2, true, ['pressure', 'alarmStatus']],
  64: [2, false, ['pressure', 'alarmStatus']],
  21: [3, true, ['manualAutomaticState', 'powerState', 'startStopStatus', 'faultStatus']],
  22: [3, true, ['pressure', 'alarmStatus']],
  23: [3, false, []],
  11: [4, false, ['residualCurrent', 'current', 'voltage', 'temperature', 'faultStatus']],
  12: [4, false, []],
  41: [13, false, ['manualAutomaticState', 'powerState', 'startStopStatus', 'faultStatus']],
}
const systemOf = (apiId: number) => ITEM_TYPES[apiId]![0]
const measuresOf = (apiId: number) => ITEM_TYPES[apiId]![2]
const isMeasuring = (apiId: number) => measuresOf(apiId).length > 0

interface Cause {
  readonly name: string
  readonly since: number
}

function lastValidAt({ apiId, readings, events, ends }: PointFacts): number | null {
  const measured = readings.filter(({ measures }) => measuresOf(apiId).some((name) => measures[name] !== undefined))
  const times = isMeasuring(apiId) ? measured : [...readings, ...events, ...ends]
  return times.length === 0 ? null : Math.max(...times.map(({ at }) => at))
}

type Judge = (measures: Reading['measures'], height: number | null) => boolean | undefined

/** False: its opposite. */
function measuredCauses(apiId: number): Readonly<Record<string, Judge>> {
  const gauge = (name: string, low: (height: number | null) => number, high: number): Record<string, Judge> => {
    const tells = (m: Reading['measures']) => m[name] !== undefined || m.alarmStatus !== undefined
    return {
      low: (m, height) => (tells(m) ? m.alarmStatus === 1 || (m[name] ?? Infinity) < low(height) : undefined),
      high: (m) => (tells(m) ? ![undefined, 0, 1].includes(m.alarmStatus) || (m[name] ?? -Infinity) > high : undefined),
    }
  }
  const state =
    (name: string): Judge =>
    (m) =>
      m[name] === undefined ? undefined : m[name] !== 0
  if (apiId === 16) return gauge('level', () => 1.4, Infinity)
  if (apiId === 17) return gauge('pressure', (h) => (h === null || h <= 24 ? 0.07 : h <= 100 ? 0.1 : 0.15), 0.8)
  if (apiId === 22) return gauge('pressure', () => 0.05, 0.8)
  if (apiId === 64) return gauge('pressure', () => 0.2, 0.8)
  if ([15, 21, 41].includes(apiId)) return { manual: state('manualAutomaticState'), power: state('powerState') }
  return {}
}

function measuredCause(point: PointFacts, judge: Judge, height: number | null): number | null {
  const told = [...point.readings]
    .sort((a, b) => a.at - b.at || a.sequence - b.sequence)
    .flatMap(({ at, measures }) => {
      const shows = judge(measures, height)
      return shows === undefined ? [] : [{ at, shows }]
    })
  if (!told.at(-1)?.shows) return null
  const before = told.findLastIndex(({ shows }) => !shows)
  const first = told[before + 1]!.at
  const other = before >= 0 ? told[before]!.at : -Infinity
  return first - other > 30 * MINUTE ? Math.max(other, Math.min(point.registeredAt, first)) : first
}

function eventCauses({ apiId, events, ends }: PointFacts): Cause[] {
  const isOver = ({ kind, at }: Event) => ends.some((end) => end.kind === kind && end.at >= at)
  const isAlarm = ({ kind }: Event) => kind === 'fire' || (kind === 'fault' && systemOf(apiId) === 4)
  const first = (name: string, of: readonly Event[]) =>
    of.length === 0 ? [] : [{ name, since: Math.min(...of.map(({ at }) => at)) }]
  const open = events.filter((event) => !event.isHandled)
  return [
    ...first('alarm', open.filter(isAlarm)),
    ...first(
      'fault',
      open.filter((event) => event.kind === 'fault' && !isAlarm(event) && !isOver(event)),
    ),
    ...first(
      'shield',
      open.filter((event) => event.kind === 'shield' && !isOver(event)),
    ),
  ]
}

function causesOf(point: PointFacts, height: number | null, now: number): Cause[] {
  const valid = lastValidAt(point)
  const interval = isMeasuring(point.apiId) ? 30 * MINUTE : DAY
  const silence =
    valid === null
      ? [{ name: 'mute', since: point.registeredAt }]
      : now - valid > interval
        ? [{ name: 'offline', since: valid }]
        : []
  const measured = Object.entries(measuredCauses(point.apiId)).flatMap(([name, judge]) => {
    const since = measuredCause(point, judge, height)
    return since === null ? [] : [{ name, since }]
  })
  return [...silence, ...measured, ...eventCauses(point)]
}

interface Rule {
  readonly systems: readonly number[] | null
  readonly apis?: readonly number[]
  readonly causes: readonly string[]
  readonly after: number
  readonly each: number
  readonly max: number
}

const PROBLEMS = ['fault', 'offline', 'low', 'high', 'manual', 'power', 'alarm', 'mute']
/** `apis`: whose readings can violate it. */
const RULES: readonly Rule[] = [
  { systems: [1, 10, 14], causes: ['alarm'], after: 30 * MINUTE, each: 5, max: 10 },
  { systems: [1], causes: ['fault'], after: DAY, each: 1, max: 6 },
  { systems: [1], causes: ['shield'], after: DAY, each: 1, max: 4 },
  { systems: [2], apis: [17, 64], causes: ['low', 'high'], after: 2 * HOUR, each: 3, max: 6 },
  { systems: [2], apis: [16], causes: ['low', 'high'], after: 2 * HOUR, each: 3, max: 5 },
  { systems: [2], apis: [15], causes: ['manual'], after: HOUR, each: 2, max: 4 },
  { systems: [2], apis: [15], causes: ['power'], after: 10 * MINUTE, each: 4, max: 4 },
  { systems: [3], apis: [22], causes: ['low', 'high'], after: 2 * HOUR, each: 3, max: 6 },
  { systems: [3], apis: [21], causes: ['manual'], after: HOUR, each: 3, max: 5 },
  { systems: [3], apis: [21], causes: ['power'], after: 10 * MINUTE, each: 4, max: 4 },
  { systems: [4], causes: ['alarm'], after: DAY, each: 1, max: 5 },
  { systems: null, causes: PROBLEMS, after: 7 * DAY, each: 1, max: 6 },
  { systems: null, causes: PROBLEMS, after: 30 * DAY, each: 2, max: 4 },
]
const HYDRANT_MAX = 15

interface Sick {
  readonly point: PointFacts
  readonly order: number
  readonly causes: readonly Cause[]
}

function countedCause(
  { systems, apis, causes, after }: Rule,
  { point, causes: all }: Sick,
  now: number,
): number | null {
  if (systems && !systems.includes(systemOf(point.apiId))) return null
  if (apis && !apis.includes(point.apiId)) return null
  const counted = all.filter(
    ({ name, since }) =>
      now - since > after && (causes.includes(name) || (apis !== undefined && ['mute', 'offline'].includes(name))),
  )
  return counted.length === 0 ? null : Math.min(...counted.map(({ since }) => since))
}

function accessOf(points: readonly PointFacts[], wasComplete: boolean, now: number) {
  const apis = [...new Set(points.map(({ apiId }) => apiId))]
  const registered = Math.min(...points.map(({ registeredAt }) => registeredAt))
  /** Time since which fewer than 80 % have reported. */
  const missingSince = (apiId: number): number => {
    const own = points.filter((point) => point.apiId === apiId)
    if (own.length === 0) return registered
    const reports = own.flatMap((point) => lastValidAt(point) ?? []).sort((a, b) => b - a)
    return reports[Math.ceil(own.length * 0.8 - 1e-9) - 1] ?? Math.min(...own.map((point) => point.registeredAt))
  }
  const isConnected = (apiId: number) => {
    const own = points.filter((point) => point.apiId === apiId)
    const heard = own.filter((point) => now - (lastValidAt(point) ?? -Infinity) < 7 * DAY)
    return heard.length >= 1 && heard.length * 5 >= own.length * 4
  }
  const systems = new Set(apis.map(systemOf))
  const must = Object.keys(ITEM_TYPES)
    .map(Number)
    .filter((id) => ITEM_TYPES[id]![1] && systems.has(systemOf(id)))
  const needed = must.length > 0 ? must : apis
  const missing = needed.filter((id) => !isConnected(id))
  const isComplete = must.length > 0 ? missing.length === 0 : missing.length < needed.length
  const mustPercent =
    must.length > 0 ? Math.round((100 * (must.length - missing.length)) / must.length) : isComplete ? 100 : 0
  const isPartly = must.length > 0 && missing.length < must.length
  const status = isComplete ? 1 : isPartly ? 2 : wasComplete ? 3 : 0
  return { status, mustPercent, since: Math.min(...missing.map(missingSince)) }
}

/** @param points by registration */
export function dayScore(
  points: readonly PointFacts[],
  height: number | null,
  wasComplete: boolean,
  now: number,
): DayScore {
  if (points.length === 0) return { status: 0, mustPercent: 0, score: null, lost: [] }
  const sick = points.map((point, order): Sick => ({ point, order, causes: causesOf(point, height, now) }))
  const { status, mustPercent, since } = accessOf(points, wasComplete, now)
  const lost: { device: string; tenths: number; since: number }[] = []
  const silent = sick.flatMap(({ causes }) => causes.filter(({ name }) => ['mute', 'offline'].includes(name)))
  lost.push({ device: '-', tenths: Math.round((20 * (100 - mustPercent)) / 10), since })
  const silence = {
    tenths: Math.round((150 * silent.length) / points.length),
    since: Math.min(...silent.map((one) => one.since)),
  }
  lost.push({ device: '-', ...silence })
  let hydrant = HYDRANT_MAX * 10
  for (const rule of RULES) {
    const isHydrant = rule.systems?.includes(2) ?? false
    let left = rule.max * 10
    const counted = sick
      .flatMap((one) => {
        const counts = countedCause(rule, one, now)
        return counts === null ? [] : [{ ...one, since: counts }]
      })
      .sort((a, b) => a.since - b.since || a.order - b.order)
    for (const { point, since: began } of counted) {
      const tenths = Math.min(rule.each * 10, left, isHydrant ? hydrant : Infinity)
      left -= tenths
      if (isHydrant) hydrant -= tenths
      lost.push({ device: point.deviceNo, tenths, since: began })
    }
  }
  const real = lost.filter(({ tenths }) => tenths > 0)
  return {
    status,
    mustPercent,
    score: (1000 - real.reduce((sum, { tenths }) => sum + tenths, 0)) / 10,
    lost: real.map((one) => `${one.device} ${one.tenths} ${one.since}`).sort(),
  }
}
