import type { InputOf } from '#contract/endpoint.ts'
import { BATCH_MAX, ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { MINUTE } from '../seed/city-clock.ts'
import { type Rng, rngFor } from '../seed/random.ts'
import type { Speaker } from './device-simulators.ts'
import { RefusedRequest, type SignedClient } from './signed-client.ts'

const FALSE_ALARMS = 1 / 120
const BRIEF_FAULTS = 1 / 60

interface Turn {
  readonly speaker: Speaker
  speaksAt: number
}

export interface CityFeed {
  /** The first call sends all. */
  turn(now: Date): Promise<number>
  /** Providers rejected with 401 or 403 are dropped. */
  readonly isOver: boolean
}

/** At the pace of real devices. */
export function createCityFeed(speakers: readonly Speaker[], clientOf: (providerId: number) => SignedClient): CityFeed {
  let turns: Turn[] = speakers.map((speaker) => ({ speaker, speaksAt: 0 }))

  async function sayOf(providerId: number, due: readonly Turn[], now: Date): Promise<number> {
    const client = clientOf(providerId)
    let taken = 0
    for (let from = 0; from < due.length; from += BATCH_MAX) {
      const some = due.slice(from, from + BATCH_MAX)
      const items = some.map((one) => wordOf(one, now))
      taken += (await client.call(ingest.readings, { items })).accepted
      for (const one of some) waitForNext(one, now)
    }
    return taken
  }

  return {
    get isOver() {
      return turns.length === 0
    },
    async turn(now) {
      const due = turns.filter(({ speaksAt }) => speaksAt <= now.getTime())
      let taken = 0
      for (const providerId of new Set(due.map(({ speaker }) => speaker.providerId))) {
        const own = due.filter(({ speaker }) => speaker.providerId === providerId)
        try {
          taken += await sayOf(providerId, own, now)
        } catch (error) {
          if (!(error instanceof RefusedRequest) || ![401, 403].includes(error.code)) throw error
          turns = turns.filter(({ speaker }) => speaker.providerId !== providerId)
        }
      }
      const passing = passingOf(turns, now, rngFor('passing', now.getTime()))
      if (passing) taken += (await clientOf(passing.providerId).call(ingest.events, { items: passing.items })).accepted
      return taken
    },
  }
}

function wordOf({ speaker }: Turn, now: Date) {
  const { projectId, pointNumber } = speaker
  return {
    projectId,
    pointNumber,
    time: toWireTime(now),
    measures: speaker.measures ? speaker.measuresAt(now.getTime()) : {},
  }
}

/** The first report is sent by all at once. */
function waitForNext(turn: Turn, now: Date): void {
  const { speaker, speaksAt } = turn
  const at = now.getTime()
  const share = speaksAt === 0 ? rngFor('turn', speaker.projectId, speaker.pointNumber).next() : 1
  turn.speaksAt = at + share * speaker.speaksEvery
}

/** Ended: a server stop leaves none open. */
function passingOf(
  turns: readonly Turn[],
  now: Date,
  rng: Rng,
): { providerId: number; items: InputOf<typeof ingest.events>['items'] } | null {
  const detectors = turns.filter(({ speaker }) => speaker.sensor === 'detector' && speaker.sound)
  const isAlarm = rng.chance(FALSE_ALARMS)
  if (detectors.length === 0 || !(isAlarm || rng.chance(BRIEF_FAULTS))) return null
  const { providerId, projectId, pointNumber } = rng.pick(detectors).speaker
  const ago = (minutes: number) => toWireTime(new Date(now.getTime() - minutes * MINUTE))
  const kind = isAlarm ? 'fire' : 'fault'
  const began = rng.int(8, 25)
  const about = { projectId, pointNumber, kind } as const
  const handled = { state: 1, handledTime: ago(1), handledBy: '值班员' }
  return {
    providerId,
    items: [
      { ...about, phase: 'begin', time: ago(began), ...(isAlarm ? handled : {}) },
      { ...about, phase: 'end', time: ago(rng.int(2, 6)) },
    ],
  }
}
