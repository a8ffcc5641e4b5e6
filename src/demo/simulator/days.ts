import type { InputOf } from '#contract/endpoint.ts'
import type { ingest } from '#contract/ingest.ts'
import type { Measures } from '#contract/measures.ts'
import type { ProblemCause } from '#server/evaluation/condition.ts'
import { sensorOf, type SimulatedPoint } from './simulated-point.ts'

export const DAY_MINUTES = 24 * 60
const at = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

type EventInput = InputOf<typeof ingest.events>['items'][number]

export type StoryEvent = Omit<EventInput, 'projectId' | 'pointNumber' | 'time' | 'handledTime'> & {
  readonly point: SimulatedPoint
  /** May have a fraction. */
  readonly minute: number
  readonly handledMinute?: number
}

export interface Story {
  conditionAt?(point: SimulatedPoint, minute: number): ProblemCause | null
  measuresAt?(point: SimulatedPoint, minute: number): Measures | null
  readonly events?: readonly StoryEvent[]
  /** Minutes between which the link is down; its end brings what happened meanwhile. */
  readonly outage?: { readonly from: number; readonly until: number }
}

export interface Day {
  readonly title: string
  story(points: readonly SimulatedPoint[]): Story
}

function need(points: readonly SimulatedPoint[], what: string, is: (p: SimulatedPoint) => boolean): SimulatedPoint {
  const found = points.find(is)
  if (!found) throw new Error(`这栋建筑没有${what}，请换一栋建筑`)
  return found
}

const detectors = (points: readonly SimulatedPoint[]) => points.filter((p) => sensorOf(p) === 'detector')

function needTwo(points: readonly SimulatedPoint[]): readonly [SimulatedPoint, SimulatedPoint] {
  const [first, second] = detectors(points)
  if (!first || !second) throw new Error('这栋建筑的火灾探测器不足两个，请换一栋建筑')
  return [first, second]
}

/** Fires of all detectors in turn. @param minuteOf minute of the n-th, from 0 */
function fires(points: readonly SimulatedPoint[], count: number, minuteOf: (n: number) => number): StoryEvent[] {
  const speaking = detectors(points)
  const first = need(speaking, '火灾探测器', () => true)
  return Array.from({ length: count }, (_, n) => ({
    point: speaking[n % speaking.length] ?? first,
    kind: 'fire',
    phase: 'begin',
    minute: minuteOf(n),
    sequence: n + 1,
  }))
}
const MANUAL_FROM = at('09:00')
const SINKS_FROM = at('08:00')
const SUNK = at('12:00')
const FIRE = at('14:00')
const STORM = 1_000
const STORM_MINUTES = 10 / 60
const CUT_FROM = at('20:00')
const BACKLOG = 600
/** The backlog's newest fire is too old to call anyone. */
const BACKLOG_UNTIL = at('23:45')

export const DAYS: Readonly<Record<string, Day>> = {
  quiet: { title: '平静的一天', story: () => ({}) },

  'pump-manual': {
    title: '消火栓泵检修后忘记恢复自动',
    story(points) {
      const pump = need(points, '消火栓泵', ({ apiId }) => apiId === 15)
      return { conditionAt: (point, minute) => (point === pump && minute >= MANUAL_FROM ? 'pump-manual' : null) }
    },
  },

  'pressure-sinking': {
    title: '消火栓管网压力持续下降',
    story(points) {
      const gauge = need(points, '管网压力传感器', ({ apiId }) => apiId === 17)
      const full = sensorOf(gauge) === 'hydrant-roof' ? 0.18 : 0.45
      return {
        measuresAt(point, minute) {
          if (point !== gauge || minute < SINKS_FROM) return null
          const sunk = Math.min(1, (minute - SINKS_FROM) / (SUNK - SINKS_FROM))
          const pressure = Math.round(full * (1 - 0.7 * sunk) * 1000) / 1000
          return { pressure, alarmStatus: sunk > 0.6 ? 1 : 0, power: 90, signals: 4 }
        },
      }
    },
  },

  'false-alarm': {
    title: '厨房蒸汽引起误报，值班人员到场后复位',
    story(points) {
      const point = need(detectors(points), '火灾探测器', () => true)
      const minute = at('10:00')
      const handled = { state: 1, handledMinute: minute + 6, handledBy: '值班员' }
      return {
        events: [
          { point, kind: 'fire', phase: 'begin', minute },
          { point, kind: 'fire', phase: 'end', minute: minute + 4 },
          { point, kind: 'fire', phase: 'begin', minute, ...handled },
        ],
      }
    },
  },

  fire: {
    title: '真实火情：两个探测器报警，泵启动，三十分钟后扑灭',
    story(points) {
      const [first, second] = needTwo(points)
      const pump = points.find(({ apiId }) => apiId === 15)
      const handled = { state: 2, handledMinute: FIRE + 40, handledBy: '消防控制室' }
      return {
        measuresAt: (point, minute) =>
          point === pump && minute >= FIRE + 2 && minute < FIRE + 30
            ? { manualAutomaticState: 0, powerState: 0, startStopStatus: 1, faultStatus: 0 }
            : null,
        events: [
          { point: first, kind: 'fire', phase: 'begin', minute: FIRE },
          { point: second, kind: 'fire', phase: 'begin', minute: FIRE + 1 },
          ...[first, second].map((point) => ({ point, kind: 'fire', phase: 'end', minute: FIRE + 30 }) as const),
          { point: first, kind: 'fire', phase: 'begin', minute: FIRE, ...handled },
          { point: second, kind: 'fire', phase: 'begin', minute: FIRE + 1, ...handled },
        ],
      }
    },
  },

  silent: {
    title: '服务商链路中断，数据不再上报',
    story: () => ({ outage: { from: at('06:00'), until: Infinity } }),
  },

  alarm: {
    title: '此刻一个探测器报警，等待值班人员响应',
    story: (points) => ({ events: fires(points, 1, () => DAY_MINUTES) }),
  },

  storm: {
    title: `火警风暴：十秒内上报 ${STORM} 条火警`,
    story: (points) => ({
      events: fires(points, STORM, (n) => DAY_MINUTES - STORM_MINUTES * (1 - n / STORM)),
    }),
  },

  backlog: {
    title: `链路中断四小时，此刻恢复并补报 ${BACKLOG} 条火警`,
    story: (points) => ({
      outage: { from: CUT_FROM, until: DAY_MINUTES },
      events: fires(points, BACKLOG, (n) => CUT_FROM + ((BACKLOG_UNTIL - CUT_FROM) * n) / BACKLOG),
    }),
  },

  night: {
    title: '夜间无人响应：两个探测器先后报警，始终无人复位',
    story(points) {
      const [first, second] = needTwo(points)
      return {
        events: [
          { point: first, kind: 'fire', phase: 'begin', minute: DAY_MINUTES - 1 },
          { point: second, kind: 'fire', phase: 'begin', minute: DAY_MINUTES },
        ],
      }
    },
  },
}
