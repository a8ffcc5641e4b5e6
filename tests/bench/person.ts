import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'

/** An answer as it came: the envelope, or nothing where none came in time. */
export interface Answer {
  readonly status: number
  readonly body: Envelope | null
  readonly ms: number
}

/** As the client does. */
const PATIENCE_MS = 30_000

function asForm(input: object): URLSearchParams | FormData {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  if (!entries.some(([, value]) => value instanceof Blob))
    return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  const form = new FormData()
  for (const [name, value] of entries) form.set(name, value as Blob)
  return form
}

/** Asks one of the contract's calls over HTTP; never throws: no answer has the status 0. */
export async function ask<E extends Endpoint>(
  base: string,
  call: E,
  input: InputOf<E>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const isRead = call.method === 'GET'
  const isJson = call.encoding === 'json' || call.encoding === 'any'
  const url = isRead ? `${base}${call.path}?${asForm(input as object) as URLSearchParams}` : `${base}${call.path}`
  const body = isJson ? JSON.stringify(input) : asForm(input as object)
  const from = performance.now()
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: { ...(isJson && !isRead ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(isRead ? {} : { body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    const ms = performance.now() - from
    try {
      return { status: response.status, body: JSON.parse(text) as Envelope, ms }
    } catch {
      return { status: response.status, body: null, ms }
    }
  } catch {
    return { status: 0, body: null, ms: performance.now() - from }
  }
}
