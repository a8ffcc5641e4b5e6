import { callBatch } from '#contract/call-batch.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { call, CallError, type Wire } from '#app/lib/call.ts'
import type { Transport } from '#app/lib/fetch-text.ts'
import type { WorkerSession } from '#app/offline/outbox/worker-store.ts'

export interface RefreshEnvironment {
  session(): Promise<WorkerSession | undefined>
  fetch: Transport
  now(): number
  isMetered(): boolean
  unregister(): Promise<unknown>
}

export class OverLimit extends Error {}

export interface RefreshCalls {
  readonly uid: string
  now(): number
  serverTime(): number | undefined
  send<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
  batch(calls: InputOf<typeof callBatch.read>['calls']): Promise<OutputOf<typeof callBatch.read>['answers']>
  /** @throws CallError 401 */
  needOwn(): Promise<void>
  /** Bytes. */
  left(): number
  used(): number
  isEnded(): boolean
}

export const ignore = () => undefined

async function sizeOf(response: Response): Promise<number> {
  const { byteLength } = await response.clone().arrayBuffer()
  const [timing] = response.url ? performance.getEntriesByName(response.url) : []
  return (timing as PerformanceResourceTiming | undefined)?.transferSize || byteLength
}

/** @param limit bytes */
export function createRefreshCalls(
  around: RefreshEnvironment,
  { uid, token }: WorkerSession,
  limit: number,
): RefreshCalls {
  let used = 0
  let isEnded = false
  let seen: number | undefined

  const transport: Transport = async (url, init) => {
    if (used >= limit) throw new OverLimit()
    const response = await around.fetch(url, init)
    const size = await sizeOf(response)
    used += size
    return response
  }
  const wire: Wire = {
    base: '',
    token,
    onToken: ignore,
    onSignedOut: () => void (isEnded = true),
    onAnswer: (date) => void (seen = Date.parse(date ?? '') || seen),
    onSilence: ignore,
    onSlow: ignore,
  }
  const send = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => call(wire, endpoint, input, { transport })
  return {
    uid,
    now: around.now,
    serverTime: () => seen,
    send,
    async batch(calls) {
      const { answers } = await send(callBatch.read, { calls })
      if (answers.some(({ code }) => code === 401)) {
        isEnded = true
        throw new CallError(401, '')
      }
      return answers
    },
    async needOwn() {
      if (isEnded || (await around.session())?.uid !== uid) throw new CallError(401, '')
    },
    left: () => limit - used,
    used: () => used,
    isEnded: () => isEnded,
  }
}
