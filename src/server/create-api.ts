import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isCallPath } from '#contract/call-prefixes.ts'
import { ERROR_TEXT } from '#contract/errors.ts'
import { STREAM_PATH } from '#contract/live.ts'
import { speakChinese } from '#contract/messages.ts'
import { AMAP_FRAME_PATH } from '#contract/place.ts'
import { answerCall } from './answer-call.ts'
import { AppError } from './platform/app-error.ts'
import { calls } from './calls.ts'
import type { Deps } from './platform/deps.ts'
import { DOWNLOAD_PATH } from './platform/issue-download.ts'
import { serveDownload } from './platform/serve-download.ts'
import { answerHeaders } from './platform/http/answer.ts'
import { limitConcurrency } from './platform/http/concurrency-limit.ts'
import { compress } from './platform/http/compress.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './platform/http/request-id.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { openApiDocument } from './open-api.ts'
import { mountOpsPages } from './operations/ops-pages.ts'
import { mountReference } from './operations/reference.ts'
import { NOOP_OPERATIONS } from './platform/noop-operations.ts'
import { createLiveStream } from './reporting/live-stream.ts'
import type { StreamTimes } from './reporting/open-streams.ts'
import { serveAmapFrame } from './registry/amap-frame.ts'

/** Form bodies are short, and slow to parse. */
const FORM_LIMIT = 64_000
const BODY_LIMIT = 1_000_000

export function createApi(deps: Deps, streamTimes: Partial<StreamTimes> = {}): Hono {
  speakChinese()
  const app = new Hono()
  const bounded = limitConcurrency(deps.operations ?? NOOP_OPERATIONS)
  const { clientOrigins = [] } = deps.settings
  if (clientOrigins.length > 0) app.use(allowOrigins(clientOrigins))

  for (const call of calls) {
    const limit = bodyLimit({
      maxSize: call.endpoint.maxBytes ?? (call.endpoint.encoding === 'form' ? FORM_LIMIT : BODY_LIMIT),
      onError: () => {
        throw new AppError(413)
      },
    })
    const isRead = call.endpoint.method === 'GET' || !call.endpoint.effect
    app.on(call.endpoint.method, call.endpoint.path, (c) => {
      const requestId = requestIdOf(c.req.header(REQUEST_ID_HEADER), deps.settings.trustProxy, deps.newToken)
      const headers = { ...answerHeaders(c.req), [REQUEST_ID_HEADER]: requestId }
      return bounded(c, headers, isRead, (aside) =>
        answerCall(deps, call, c, { requestId, headers, limitBody: () => limit(c, done), aside }),
      )
    })
  }
  app.get(STREAM_PATH, createLiveStream(deps, streamTimes))
  app.use(securityHeaders())
  app.use(compress({ etag: false }))
  // HEAD (link previews) must not use up the ticket.
  app.get(`${DOWNLOAD_PATH}/:ticket`, async (c) =>
    c.req.raw.method === 'HEAD' ? c.body(null, 405) : await serveDownload(deps, c, c.req.param('ticket')),
  )
  app.get(AMAP_FRAME_PATH, (c) => serveAmapFrame(deps, c))
  mountOpsPages(app, deps)
  app.get('/ops/openapi.json', (c) => c.json(openApiDocument()))
  mountReference(app)
  app.use(async (c, next) => {
    if (!isCallPath(c.req.path)) return next()
    return c.json({ code: 404, message: ERROR_TEXT[404], msg: ERROR_TEXT[404], data: null }, 404)
  })
  return app
}

const done = () => Promise.resolve()
