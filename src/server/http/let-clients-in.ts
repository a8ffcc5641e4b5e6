import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { MIN_CLIENT_HEADER } from '#contract/client-version.ts'
import { KEY_HEADER } from './once.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** Lets browsers read our answers from the sites that host a client of ours; no cookie is ever asked for. */
export function letClientsIn(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['x-auth-token', 'content-type', KEY_HEADER],
    // The date tells how far a device's clock is out.
    exposeHeaders: ['date', 'x-auth-token', MIN_CLIENT_HEADER, REQUEST_ID_HEADER],
    maxAge: 7200,
  })
}
