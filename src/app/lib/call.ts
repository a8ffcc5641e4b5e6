import * as v from 'valibot'
import { MIN_CLIENT_HEADER } from '#contract/client-version.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT, SIGNED_IN_ELSEWHERE, type Envelope, type FieldErrors } from '#contract/errors.ts'
import { fetchText, type Transport } from './fetch-text.ts'

export type CallFailure = number | keyof typeof FAILURE_TEXT | 'unstored'

/** `message` is the text to show. */
export class CallError extends Error {
  // A class field would compile to a helper.
  declare readonly code: CallFailure
  declare readonly fields: FieldErrors
  /** The response's id in the server's log, if there was a response. */
  declare requestId?: string | null

  constructor(code: CallFailure, message: string, fields: FieldErrors = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }

  /** Cached data may be shown. */
  get unanswered(): boolean {
    return this.code === 'timeout' || this.code === 'unreachable'
  }
}

export interface Wire {
  readonly base: string
  readonly token: string | null
  onToken(token: string): void
  onSignedOut(text: string): unknown
  onAnswer(serverDate: string | null): void
  onMinimum?(version: number): void
  /** @param isPortal another server responded */
  onSilence(isPortal?: boolean): void
  onSlow(): void
}

const DEFAULT_TIMEOUT_MS = 30_000
/** Longer calls upload or create files. */
const SLOW_MS = 5000

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

function request(wire: Wire, endpoint: Endpoint, input: Fields, more?: Sending['headers']): [string, RequestInit] {
  const headers: Record<string, string> = { ...more }
  if (wire.token) headers['x-auth-token'] = wire.token
  const query = endpoint.encoding === 'query' ? asText(input) : new URLSearchParams()
  // Documented cache buster; the server ignores it, and query keys do not contain it.
  query.set('_t', String(Math.random()).slice(2))
  // A session is identified by its token.
  const credentials = endpoint.access === 'public' ? 'same-origin' : 'omit'
  const init: RequestInit = { method: endpoint.method, headers, credentials, cache: 'no-store' }
  if (endpoint.encoding === 'form') init.body = asText(input)
  if (endpoint.encoding === 'multipart') init.body = asFormData(input)
  if (endpoint.encoding === 'json' || endpoint.encoding === 'any') {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(input)
  }
  return [`${wire.base}${endpoint.path}?${query.toString()}`, init]
}

export interface Sending {
  readonly signal?: AbortSignal | undefined
  readonly transport?: Transport
  readonly headers?: Readonly<Record<string, string>> | undefined
}

async function exchange(
  wire: Wire,
  url: string,
  init: RequestInit,
  limitMs: number,
  { signal, transport = fetch }: Sending,
): Promise<readonly [Response, string]> {
  const abort = new AbortController()
  const stop = () => abort.abort()
  let isLate = false
  const timers = [
    setTimeout(() => {
      isLate = true
      stop()
    }, limitMs),
    setTimeout(() => limitMs > DEFAULT_TIMEOUT_MS || wire.onSlow(), SLOW_MS),
  ]
  signal?.addEventListener('abort', stop)
  try {
    return await fetchText(transport, url, init, abort)
  } catch (error) {
    if (signal?.aborted) throw error
    wire.onSilence()
    const code = isLate ? 'timeout' : 'unreachable'
    throw new CallError(code, FAILURE_TEXT[code])
  } finally {
    timers.forEach(clearTimeout)
    signal?.removeEventListener('abort', stop)
  }
}

/** @returns undefined if no JSON */
export function parse<T>(text: string): T | null | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/** @throws CallError 401, `http` if not from our server */
function readEnvelope(wire: Wire, url: string, { ok, status, headers, redirected, url: end }: Response, text: string) {
  const isElsewhere = redirected && new URL(end).host !== new URL(url, location.href).host
  const body = isElsewhere ? undefined : parse<Envelope>(text)
  const isPage = isElsewhere || (body === undefined && text !== '')
  const isEnded = body?.code === 401 || (status === 401 && !isPage)
  const isEnvelope = isEnded || (ok && typeof body?.code === 'number')
  if (isEnvelope) wire.onAnswer(headers.get('date'))
  // Unreachable: an HTML page, a 2xx without code, 502 and up. 404 to 501 may be the server's own.
  else if (ok || status > 501 || (isPage && status < 404)) wire.onSilence(isPage && (status < 502 || status > 510))
  if (isEnded) throw new CallError(401, body?.message || body?.msg || SIGNED_IN_ELSEWHERE)
  if (!isEnvelope) throw new CallError('http', FAILURE_TEXT.http)
  return body as Envelope
}

export interface WithMessage<T> {
  readonly text: string
  readonly answer: T
}

export async function call<E extends Endpoint>(
  wire: Wire,
  endpoint: E,
  input: InputOf<E>,
  sending: Sending = {},
): Promise<OutputOf<E>> {
  return (await callWithMessage(wire, endpoint, input, sending)).answer
}

/** @throws CallError */
export async function callWithMessage<E extends Endpoint>(
  wire: Wire,
  endpoint: E,
  input: InputOf<E>,
  sending: Sending = {},
): Promise<WithMessage<OutputOf<E>>> {
  const [url, init] = request(wire, endpoint, input as Fields, sending.headers)
  const [response, body] = await exchange(wire, url, init, endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS, sending)
  const { headers } = response
  wire.onMinimum?.(Number(headers.get(MIN_CLIENT_HEADER)))
  try {
    const { code, message, msg, errors, data } = readEnvelope(wire, url, response, body)
    const text = message || msg
    if (code !== 200) throw new CallError(code, text || FAILURE_TEXT.unreachable, errors)
    const token = headers.get('x-auth-token')
    if (token) wire.onToken(token)
    const output = v.safeParse(endpoint.output, data)
    if (!output.success) throw new CallError('http', FAILURE_TEXT.http)
    return { text, answer: output.output as OutputOf<E> }
  } catch (error) {
    if (error instanceof CallError) {
      error.requestId = headers.get('x-request-id')
      if (error.code === 401) wire.onSignedOut(error.message)
    }
    throw error
  }
}
