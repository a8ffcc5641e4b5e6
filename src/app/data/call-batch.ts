import * as v from 'valibot'
import { callBatch, MOST_CALLS, mayBatch } from '#contract/call-batch.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { call, CallError } from '#app/lib/call.ts'
import type { Transport } from '#app/lib/fetch-text.ts'
import { needNothingOwed, send, signedIn } from '#app/session/send.ts'
import { currentSession } from '#app/session/session.ts'

export type Read = Endpoint & { readonly effect: false }
type Part = OutputOf<typeof callBatch.read>['answers'][number]

interface Pending {
  readonly id: string
  readonly input: Record<string, string>
  readonly signal: AbortSignal | undefined
  /** Null: use the single call. */
  settle(part: Part | null): void
  fail(error: unknown): void
}

let pending: Pending[] = []
/** Whose server lacks the batch. */
let missingFor: string | undefined

/** A batch has the limits of single calls. */
const asFields = (input: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]: [string, unknown]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )

/** Calls of one microtask form batches; against a server without them, single calls. @throws CallError */
export async function sendRead<E extends Read>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<OutputOf<E>> {
  needNothingOwed(endpoint)
  // A public call succeeds after the session's end.
  const token = currentSession()?.token
  if (!token || token === missingFor || !mayBatch(endpoint) || endpoint.access === 'public')
    return send(endpoint, input, signal)
  const fields = asFields(input as object)
  const part = await (takePrefetched(endpoint.id, fields) ?? collect(endpoint.id, fields, signal))
  // A single call ends the session.
  return part === null || part.code === 401 ? send(endpoint, input, signal) : outputOf(endpoint, part)
}

function outputOf<E extends Read>(endpoint: E, { code, message, errors, data }: Part): OutputOf<E> {
  if (code !== 200) throw new CallError(code, message, errors)
  const output = v.safeParse(endpoint.output, data)
  if (!output.success) throw new CallError('http', FAILURE_TEXT.http)
  return output.output as OutputOf<E>
}

function collect(id: string, input: Pending['input'], signal: AbortSignal | undefined): Promise<Part | null> {
  return new Promise((settle, fail) => {
    if (pending.push({ id, input, signal, settle, fail }) === 1) queueMicrotask(sendPending)
  })
}

function sendPending(): void {
  const all = pending
  pending = []
  for (let from = 0; from < all.length; from += MOST_CALLS) void sendTogether(all.slice(from, from + MOST_CALLS))
}

async function sendTogether(parts: readonly Pending[]): Promise<void> {
  if (parts.length === 1) return parts[0]?.settle(null)
  const abort = new AbortController()
  const stop = () => parts.every(({ signal }) => signal?.aborted) && abort.abort()
  for (const { signal } of parts) signal?.addEventListener('abort', stop)
  stop()
  try {
    const answers = await readBatch(
      parts.map(({ id, input }) => ({ id, input })),
      abort.signal,
    )
    parts.forEach(({ settle }, at) => settle(answers?.[at] ?? null))
  } catch (error) {
    parts.forEach(({ fail }) => fail(error))
  } finally {
    for (const { signal } of parts) signal?.removeEventListener('abort', stop)
  }
}

/** @returns null if single calls may succeed */
async function readBatch(
  calls: InputOf<typeof callBatch.read>['calls'],
  signal?: AbortSignal,
  exchange: Transport = fetch,
): Promise<readonly Part[] | null> {
  let status = 0
  const transport: Transport = async (url, init) => {
    const response = await exchange(url, init)
    status = response.status
    return response
  }
  try {
    return (await call(signedIn(), callBatch.read, { calls }, { signal, transport })).answers
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { code } = error
    const isNoCall = code === 'http' ? status < 502 : code === 404
    if (isNoCall && status !== 200) missingFor = currentSession()?.token
    // 400: an older server lacks a call.
    if (isNoCall || code === 400) return null
    throw error
  }
}

/** Answer of a call that the page's inline script has sent; each is used once. */
function takePrefetched(id: string, input: Pending['input']): Promise<Part | null> | undefined {
  const early = window.prefetched
  const at = early?.token === currentSession()?.token ? (early?.calls.indexOf(JSON.stringify({ id, input })) ?? -1) : -1
  if (!early || at < 0) return undefined
  early.answers ??= readBatch(
    early.calls.map((each) => JSON.parse(each) as { id: string }),
    undefined,
    () => early.response,
  )
  early.calls[at] = ''
  return (early.answers as ReturnType<typeof readBatch>).then((answers) => answers?.[at] ?? null)
}
