import { http, HttpResponse, delay } from 'msw'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXT, type ErrorCode } from '#contract/errors.ts'

const at = (endpoint: Endpoint) => `*${endpoint.path}`

export const cut = () => http.all('*', () => HttpResponse.error())

export const slow = (endpoint: Endpoint, ms: number) => http.all(at(endpoint), () => delay(ms))

/** As in the server's log. */
export const REFUSED_AS = 'a1b2c3d4e5f6'

export const refuse = (endpoint: Endpoint, code: ErrorCode, text: string = ERROR_TEXT[code]) =>
  http.all(at(endpoint), () =>
    HttpResponse.json(
      { code, message: text, msg: text, data: null },
      { status: code === 401 ? 401 : 200, headers: { 'x-request-id': REFUSED_AS } },
    ),
  )
