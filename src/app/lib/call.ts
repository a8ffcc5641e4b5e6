import * as v from 'valibot'
import { MIN_CLIENT_HEADER } from '#contract/client-version.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT, SIGNED_IN_ELSEWHERE, type Envelope, type FieldErrors } from '#contract/errors.ts'
import { fetchOrTake } from './early-answer.ts'

/** Why a call brought nothing: a code of the envelope, or no answer at all. */
export type CallFailure = number | keyof typeof FAILURE_TEXT

/** A failed call, with the sentence to show. */
export class CallError extends Error {
  // Declared only: a field of its own would bring a helper that older browsers need.
  declare readonly code: CallFailure
  declare readonly fields: FieldErrors
  /** The answer's name in the server's log, where there was an answer. */
  declare requestId?: string | null

  constructor(code: CallFailure, message: string, fields: FieldErrors = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }

  /** Whether the server was not reached, so that what was kept may be shown instead. */
  get unanswered(): boolean {
    return this.code === 'timeout' || this.code === 'unreachable'
  }
}

/** What a call needs of the app around it. */
export interface Wire {
  readonly base: string
  token(): string | null
  /** A token the server handed over in the answer's header. */
  onToken(token: string): void
  onSignedOut(text: string): void
  onAnswer(): void
  /** The server serves no client below this version. */
  onMinimum?(version: number): void
  onSilence(): void
}

const DEFAULT_TIMEOUT_MS = 30_000

type Fields = Readonly<Record<string, unknown>>

const asEntries = (input: Fields): [string, string | Blob][] =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, value instanceof Blob ? value : String(value)])

function asText(input: Fields): URLSearchParams {
  return new URLSearchParams(asEntries(input).map(([name, value]): [string, string] => [name, String(value)]))
}

function asFormData(input: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of asEntries(input)) form.append(name, value)
  return form
}

function request(wire: Wire, endpoint: Endpoint, input: Fields, key?: string): [string, RequestInit] {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const token = wire.token()
  if (token) headers['x-auth-token'] = token
  const query = endpoint.encoding === 'query' ? asText(input) : new URLSearchParams()
  // Documented: a random value against caches on the way; the server ignores it, no cache key holds it.
  query.set('_t', String(Math.random()).slice(2))
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'omit', cache: 'no-store' }
  if (endpoint.encoding === 'form') init.body = asText(input)
  if (endpoint.encoding === 'multipart') init.body = asFormData(input)
  if (endpoint.encoding === 'json' || endpoint.encoding === 'any') {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(input)
  }
  return [`${wire.base}${endpoint.path}?${query.toString()}`, init]
}

/** Carries a request: `fetch`, or what can tell how far a body has gone out. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

/** How a call is sent, where it is not as usual. */
export interface Sending {
  readonly signal?: AbortSignal | undefined
  readonly transport?: Transport
  /** Names a change, so that our server makes it once however often it is sent. */
  readonly key?: string | undefined
}

async function reach(
  wire: Wire,
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal?: AbortSignal,
  transport: Transport = fetchOrTake,
): Promise<Response> {
  const abort = new AbortController()
  let late = false
  const timer = setTimeout(() => {
    late = true
    abort.abort()
  }, timeoutMs)
  const leave = () => abort.abort()
  signal?.addEventListener('abort', leave)
  try {
    return await transport(url, { ...init, signal: abort.signal })
  } catch (error) {
    if (signal?.aborted) throw error
    wire.onSilence()
    throw late ? new CallError('timeout', FAILURE_TEXT.timeout) : new CallError('unreachable', FAILURE_TEXT.unreachable)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}

async function readEnvelope(wire: Wire, response: Response): Promise<Envelope> {
  const body = (await response.json().catch(() => null)) as Envelope | null
  if (response.status === 401 || body?.code === 401) {
    wire.onAnswer()
    throw new CallError(401, body?.message || body?.msg || SIGNED_IN_ELSEWHERE)
  }
  // A page where an envelope should be is a stranger's answer: a captive portal's, a proxy's without a server behind it.
  if (!response.ok || typeof body?.code !== 'number') {
    if (response.ok || response.status > 501) wire.onSilence()
    throw new CallError('http', FAILURE_TEXT.http)
  }
  wire.onAnswer()
  return body
}

/** An answer and what the server says of it. */
export interface Telling<T> {
  readonly text: string
  readonly answer: T
}

/** As {@link callTelling}, the answer alone. */
export async function call<E extends Endpoint>(
  wire: Wire,
  endpoint: E,
  input: InputOf<E>,
  sending: Sending = {},
): Promise<OutputOf<E>> {
  return (await callTelling(wire, endpoint, input, sending)).answer
}

/** As {@link call}, with the sentence the server answers with. */
export async function callTelling<E extends Endpoint>(
  wire: Wire,
  endpoint: E,
  input: InputOf<E>,
  { signal, transport, key }: Sending = {},
): Promise<Telling<OutputOf<E>>> {
  const [url, init] = request(wire, endpoint, input as Fields, key)
  const response = await reach(wire, url, init, endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal, transport)
  wire.onMinimum?.(Number(response.headers.get(MIN_CLIENT_HEADER)))
  try {
    const envelope = await readEnvelope(wire, response)
    if (envelope.code !== 200)
      throw new CallError(envelope.code, envelope.message || envelope.msg || FAILURE_TEXT.unreachable, envelope.errors)
    const token = response.headers.get('x-auth-token')
    if (token) wire.onToken(token)
    const output = v.safeParse(endpoint.output, envelope.data)
    if (!output.success) throw new CallError('http', FAILURE_TEXT.http)
    return { text: envelope.message || envelope.msg, answer: output.output as OutputOf<E> }
  } catch (error) {
    if (error instanceof CallError) {
      error.requestId = response.headers.get('x-request-id')
      if (error.code === 401) wire.onSignedOut(error.message)
    }
    throw error
  }
}
