import type { InputOf } from '#contract/endpoint.ts'
import { BATCH_MAX, ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { expectedInterval } from '#server/evaluation/expected-interval.ts'
import { measuresOf } from '../seed/sensor.ts'
import { type Day, DAY_MINUTES, type StoryEvent } from './days.ts'
import type { SignedClient } from './signed-client.ts'
import { baseOf, sensorOf, type SimulatedPoint } from './simulated-point.ts'

const MINUTE = 60_000
const STEP = 5
/** A lost round makes no point silent. */
const ROUNDS = 3

export interface Playing {
  readonly client: SignedClient
  readonly projectId: string
  /** Time factor; Infinity sends the whole day at once. */
  readonly speed: number
  now(): Date
  wait(ms: number): Promise<void>
  told?(line: string): void
}

type ReadingItem = InputOf<typeof ingest.readings>['items'][number]

const reportedAt = ({ minute, handledMinute = minute }: StoryEvent) => handledMinute

const wireMinute = (start: number, minute: number) => toWireTime(new Date(start + minute * MINUTE))

function speaksAt({ apiId }: SimulatedPoint, minute: number): boolean {
  const every = Math.max(STEP, Math.floor(expectedInterval(apiId) / MINUTE / ROUNDS / STEP) * STEP)
  return minute % every === 0
}

export async function listPoints(client: SignedClient, projectId: string): Promise<SimulatedPoint[]> {
  const points: SimulatedPoint[] = []
  for (let currentPage = 1; ; currentPage++) {
    const { list, total } = await client.call(ingest.points, { projectId, currentPage, pageSize: 100 })
    points.push(...list)
    if (points.length >= total || list.length === 0) return points
  }
}

/** Real endpoints; ends now, above speed 1 starts in the past. */
export async function playDay(day: Day, playing: Playing): Promise<{ accepted: number; others: number }> {
  const { client, projectId, speed } = playing
  const points = await listPoints(client, projectId)
  const story = day.story(points)
  const began = playing.now().getTime()
  const start = began - DAY_MINUTES * MINUTE * (1 - 1 / speed)
  const counted = { accepted: 0, others: 0 }
  const count = (outcome: { accepted: number; results: readonly unknown[] }) => {
    counted.accepted += outcome.accepted
    counted.others += outcome.results.length - outcome.accepted
  }
  const waiting: ReadingItem[] = []
  const send = async () => {
    while (waiting.length > 0) count(await client.call(ingest.readings, { items: waiting.splice(0, BATCH_MAX) }))
  }
  const { from, until } = story.outage ?? { from: Infinity, until: Infinity }
  let unsent = story.events ?? []
  for (let minute = 0; minute <= DAY_MINUTES; minute += STEP) {
    if (speed !== Infinity) await playing.wait(began + (minute * MINUTE) / speed - playing.now().getTime())
    if (minute >= from && until > DAY_MINUTES) break
    waiting.push(
      ...points
        .filter((point) => speaksAt(point, minute))
        .map((point) => ({
          projectId,
          pointNumber: point.pointNumber,
          time: wireMinute(start, minute),
          measures:
            story.measuresAt?.(point, minute) ??
            measuresOf(sensorOf(point), baseOf(point), waveAt(minute), story.conditionAt?.(point, minute) ?? null),
        })),
    )
    if (minute >= from && minute < until) continue
    const events = unsent
      .filter((event) => reportedAt(event) <= minute)
      .map(({ point, minute: happened, handledMinute, ...rest }) => ({
        ...rest,
        projectId,
        pointNumber: point.pointNumber,
        time: wireMinute(start, happened),
        ...(handledMinute === undefined ? {} : { handledTime: wireMinute(start, handledMinute) }),
      }))
    unsent = unsent.filter((event) => reportedAt(event) > minute)
    if (speed !== Infinity || events.length > 0 || waiting.length >= BATCH_MAX) await send()
    while (events.length > 0) count(await client.call(ingest.events, { items: events.splice(0, BATCH_MAX) }))
    if (minute % 60 === 0) playing.told?.(`${wireMinute(start, minute)}  已接收 ${counted.accepted} 条`)
  }
  await send()
  return counted
}

/** Water use peaks in the morning and evening: −1 to 1. */
const waveAt = (minute: number) => 0.8 * Math.sin((2 * Math.PI * minute) / DAY_MINUTES) + 0.2 * Math.sin(minute)
