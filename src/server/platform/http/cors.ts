import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { MIN_CLIENT_HEADER } from '#contract/client-version.ts'
import { KEY_HEADER } from '../idempotency.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['x-auth-token', 'content-type', KEY_HEADER],
    // `date`: clock offset of clients.
    exposeHeaders: ['date', 'x-auth-token', MIN_CLIENT_HEADER, REQUEST_ID_HEADER],
    maxAge: 7200,
  })
}
