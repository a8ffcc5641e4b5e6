import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'

/** No envelope: none in time. */
export interface Answer {
  readonly status: number
  readonly body: Envelope | null
  readonly ms: number
}

const PATIENCE_MS = 30_000

function asForm(input: object): URLSearchParams | FormData {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  if (!entries.some(([, value]) => value instanceof Blob))
    return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  const form = new FormData()
  for (const [name, value] of entries) form.set(name, value as Blob)
  return form
}

/** Never throws: no answer is 0. */
export async function send(url: string, init: RequestInit): Promise<Answer> {
  const from = performance.now()
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    const text = await response.text()
    return { status: response.status, body: read(text), ms: performance.now() - from }
  } catch {
    return { status: 0, body: null, ms: performance.now() - from }
  }
}

function read(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return null
  }
}

export function ask<E extends Endpoint>(
  base: string,
  call: E,
  input: InputOf<E>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const isRead = call.method === 'GET'
  if (isRead) return send(`${base}${call.path}?${asForm(input as object) as URLSearchParams}`, { headers })
  const isJson = call.encoding === 'json' || call.encoding === 'any'
  return send(`${base}${call.path}`, {
    method: call.method,
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
    body: isJson ? JSON.stringify(input) : asForm(input as object),
  })
}
