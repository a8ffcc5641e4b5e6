import { readEnv } from '#server/platform/env.ts'
import { createLog } from '#server/platform/log.ts'
import { createClock, MINUTE } from '../seed/city-clock.ts'
import { demoKeysOf } from '../seed/provider.ts'
import { speakersOf } from './device-simulators.ts'
import { createCityFeed } from './keep-alive.ts'
import { createSignedClient, sendTo } from './signed-client.ts'

/** A first start seeds the city. */
const KNOCK_MS = 1_000

function keepDemoCityAlive(): void {
  const { seed, embedded, host, port, logLevel } = readEnv(process.env)
  if (seed !== 'demo' || !embedded) return
  const log = createLog(logLevel)
  const near = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const base = `http://${near.includes(':') ? `[${near}]` : near}:${port}`
  const now = () => new Date()
  const clientOf = (providerId: number) => createSignedClient(demoKeysOf(providerId), sendTo(base), now)
  const later = (ms: number) => setTimeout(() => void listen(), ms).unref()
  let feed: ReturnType<typeof createCityFeed> | undefined

  async function listen(): Promise<void> {
    let wait = KNOCK_MS
    try {
      if (!feed) await fetch(`${base}/ops/health`)
      feed ??= createCityFeed(speakersOf(createClock(now())), clientOf)
      log.debug({ taken: await feed.turn(now()) }, 'the demo city reported')
      wait = MINUTE
    } catch (error) {
      log.debug({ reason: error instanceof Error ? error.message : String(error) }, 'the demo city was not heard')
      if (feed) wait = MINUTE / 6
    }
    if (!feed?.isOver) later(wait)
  }
  later(KNOCK_MS)
}

keepDemoCityAlive()
