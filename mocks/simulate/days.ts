import type { InputOf } from '#contract/endpoint.ts'
import type { ingest } from '#contract/ingest.ts'
import type { Measures } from '#contract/measures.ts'
import type { ProblemCause } from '#server/understanding/cause.ts'
import { sensorOf, type SimulatedPoint } from './simulated-point.ts'

export const DAY_MINUTES = 24 * 60
const at = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

type EventInput = InputOf<typeof ingest.events>['items'][number]

/** An event of the story, its times in minutes of the day. */
export type StoryEvent = Omit<EventInput, 'projectId' | 'pointNumber' | 'time' | 'handledTime'> & {
  readonly point: SimulatedPoint
  readonly minute: number
  readonly handledMinute?: number
}

/** What is not as every day. */
export interface Story {
  /** What is wrong with a point at a minute, if anything. */
  troubleAt?(point: SimulatedPoint, minute: number): ProblemCause | null
  /** What a point measures instead, if anything. */
  measuresAt?(point: SimulatedPoint, minute: number): Measures | null
  readonly events?: readonly StoryEvent[]
  /** From when on nothing is heard of the building. */
  readonly silentFrom?: number
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
const MANUAL_FROM = at('09:00')
const SINKS_FROM = at('08:00')
const SUNK = at('12:00')
const FIRE = at('14:00')

/** The days that can be played, by name. */
export const DAYS: Readonly<Record<string, Day>> = {
  quiet: { title: '平静的一天', story: () => ({}) },

  'pump-manual': {
    title: '消火栓泵检修后忘记恢复自动',
    story(points) {
      const pump = need(points, '消火栓泵', ({ apiId }) => apiId === 15)
      return { troubleAt: (point, minute) => (point === pump && minute >= MANUAL_FROM ? 'pump-manual' : null) }
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
      const [first, second] = detectors(points)
      const pump = points.find(({ apiId }) => apiId === 15)
      if (!first || !second) throw new Error('这栋建筑的火灾探测器不足两个，请换一栋建筑')
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

  silent: { title: '服务商链路中断，数据不再上报', story: () => ({ silentFrom: at('06:00') }) },
}
