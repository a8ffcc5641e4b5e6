import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { createClock, MINUTE } from '../seed/city-clock.ts'
import { demoKeysOf } from '../seed/provider.ts'
import { speakersOf } from './city-speakers.ts'
import { createCityFeed } from './keep-alive.ts'
import { createSignedClient, sendTo } from './signed-client.ts'

/** Until the server listens; a first start makes the city before. */
const KNOCK_MS = 1_000

/** Beside `npm start`: keeps the embedded demo city alive, and nothing else. Ends with the process it runs in. */
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

  /** A turn a minute; until the first has come through, a knock a second. */
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
