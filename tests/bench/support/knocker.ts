import { randomUUID } from 'node:crypto'
import { setTimeout as later } from 'node:timers/promises'
import { building } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { message } from '#contract/message.ts'
import { upload } from '#contract/upload.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { signRequest } from '#demo/simulator/signed-client.ts'
import { jpeg } from '../../support/hostile-uploads.ts'
import type { Cast } from './mixed-load.ts'
import { type Answer, ask, send } from './person.ts'

const GIVE_UP_MS = 60_000

export function knocker(base: string, cast: Cast) {
  const headers = { 'x-auth-token': cast.officer.token }
  const hello = () => {
    const request = signRequest(demoKeysOf(FIRST_PROVIDER_ID + 1), new Date(), {
      method: 'GET',
      path: ingest.hello.path,
      body: '',
    })
    return send(`${base}${request.path}`, { headers: request.headers })
  }
  const kinds: readonly (() => Promise<Answer>)[] = [
    () => ask(base, building.list, {}, headers),
    () => ask(base, message.unreadCount, {}, headers),
    hello,
    () =>
      ask(
        base,
        upload.store,
        { file: new File([jpeg(2, 2, randomUUID())], 'a.jpg') },
        { ...headers, 'idempotency-key': randomUUID() },
      ),
    () => send(`${base}/ops/ready`, {}),
  ]
  let next = 0
  return {
    kinds: kinds.length,
    knock: () => kinds[next++ % kinds.length]!(),
  }
}

/** A limit reached by the load is an answer too. */
export const isFine = ({ status, body }: Answer) => status === 200 && [200, 429].includes(body?.code ?? 200)

export async function untilWell(base: string, cast: Cast): Promise<number> {
  const { kinds, knock } = knocker(base, cast)
  const from = performance.now()
  for (let well = 0; well < kinds;) {
    if (isFine(await knock())) well += 1
    else {
      well = 0
      await later(50)
    }
    if (performance.now() - from > GIVE_UP_MS) return Infinity
  }
  return performance.now() - from
}
