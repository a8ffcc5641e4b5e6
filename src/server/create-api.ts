import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isCallPath } from '#contract/call-prefixes.ts'
import { ERROR_TEXT } from '#contract/errors.ts'
import { speakChinese } from '#contract/messages.ts'
import { AMAP_FRAME_PATH } from '#contract/place.ts'
import { answerCall } from './answer-call.ts'
import { AppError } from './app-error.ts'
import { calls } from './calls.ts'
import type { Deps } from './deps.ts'
import { DOWNLOAD_PATH } from './document/issue-download.ts'
import { serveDownload } from './document/serve-download.ts'
import { answerHeaders } from './http/answer.ts'
import { boundCalls } from './http/bound-calls.ts'
import { compress } from './http/compress.ts'
import { letClientsIn } from './http/let-clients-in.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './http/request-id.ts'
import { securityHeaders } from './http/security-headers.ts'
import { openApiDocument } from './open-api.ts'
import { mountOpsPages } from './ops/ops-pages.ts'
import { mountReference } from './ops/reference.ts'
import { UNWATCHED } from './ops/unwatched.ts'
import { serveAmapFrame } from './place/amap-frame.ts'

/** The largest form and the largest JSON body a call takes, in bytes; forms are short, and slow to take apart. */
const FORM_LIMIT = 64_000
const BODY_LIMIT = 1_000_000

/** The server as a function from request to answer: production, tests and mocks all call this one. */
export function createApi(deps: Deps): Hono {
  speakChinese()
  const app = new Hono()
  const bounded = boundCalls(deps.operation ?? UNWATCHED)
  const { clientOrigins = [] } = deps.settings
  if (clientOrigins.length > 0) app.use(letClientsIn(clientOrigins))

  for (const call of calls) {
    const limit = bodyLimit({
      maxSize: call.endpoint.maxBytes ?? (call.endpoint.encoding === 'form' ? FORM_LIMIT : BODY_LIMIT),
      onError: () => {
        throw new AppError(413)
      },
    })
    app.on(call.endpoint.method, call.endpoint.path, (c) => {
      const requestId = requestIdOf(c.req.header(REQUEST_ID_HEADER), deps.settings.trustProxy, deps.newToken)
      const headers = { ...answerHeaders(c.req), [REQUEST_ID_HEADER]: requestId }
      return bounded(c, headers, (aside) =>
        answerCall(deps, call, c, { requestId, headers, limitBody: () => limit(c, done), aside }),
      )
    })
  }
  // Behind the calls, whose answers are made with all that these add to others.
  app.use(securityHeaders())
  app.use(compress({ etag: false }))
  // A look without a fetch, as previews take, must not use the ticket up.
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
