import { Hono, type Context as HttpContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { may } from '#contract/access.ts'
import { AMAP_FRAME_PATH } from '#contract/place.ts'
import { isCallPath } from '#contract/call-prefixes.ts'
import { MIN_CLIENT_HEADER } from '#contract/client-version.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { ERROR_TEXT } from '#contract/errors.ts'
import { fieldErrors, speakChinese } from '#contract/messages.ts'
import { AppError } from './app-error.ts'
import { recordAudit } from './audit/record-audit.ts'
import { accountApi } from './account/account.api.ts'
import { approvalApi } from './approval/approval.api.ts'
import { auditLogApi } from './audit-log/audit-log.api.ts'
import { authApi } from './auth/auth.api.ts'
import { authorityApi } from './authority/authority.api.ts'
import type { Session } from './auth/session.ts'
import { redeemTicket } from './auth/ticket.ts'
import { buildingDetailApi } from './building/building-detail.api.ts'
import { buildingFormApi } from './building/building-form.api.ts'
import { buildingApi } from './building/building.api.ts'
import { checkinApi } from './checkin/checkin.api.ts'
import { contentApi } from './content/content.api.ts'
import { dashboardApi } from './dashboard/dashboard.api.ts'
import { isConnectionLoss, isDiskFull } from './db/errors.ts'
import type { Db } from './db/open-db.ts'
import type { Deps } from './deps.ts'
import { dictionaryApi } from './dictionary/dictionary.api.ts'
import { documentApi } from './document/document.api.ts'
import { DOWNLOAD_PATH } from './document/issue-download.ts'
import { serveDownload } from './document/serve-download.ts'
import { admit } from './http/admit.ts'
import { admitProgram } from './http/admit-program.ts'
import { answer, answerHeaders, type AnswerHeaders } from './http/answer.ts'
import { callerAddress } from './http/caller-address.ts'
import { compress } from './http/compress.ts'
import { letClientsIn } from './http/let-clients-in.ts'
import { loggable } from './http/loggable.ts'
import { needOwnPage } from './http/need-own-page.ts'
import { KEY_HEADER, once } from './http/once.ts'
import { readInput } from './http/read-input.ts'
import { securityHeaders } from './http/security-headers.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './http/request-id.ts'
import type { Context, Mounted } from './implement.ts'
import { ingestApi } from './ingest/ingest.api.ts'
import { messageApi } from './message/message.api.ts'
import { openApiDocument } from './open-api.ts'
import { mountOpsPages } from './ops/ops-pages.ts'
import { mountReference } from './ops/reference.ts'
import { UNWATCHED } from './ops/unwatched.ts'
import { packApi } from './pack/pack.api.ts'
import { pointApi } from './point/point.api.ts'
import { serveAmapFrame } from './place/amap-frame.ts'
import { placeApi } from './place/place.api.ts'
import { portalApi } from './portal/portal.api.ts'
import { problemApi } from './problem/problem.api.ts'
import { providerApi } from './provider/provider.api.ts'
import { publishingApi } from './publishing/publishing.api.ts'
import { pushApi } from './push/push.api.ts'
import { recordApi } from './record/record.api.ts'
import { scoreApi } from './score/score.api.ts'
import { uploadApi } from './upload/upload.api.ts'
import { tenancyApi } from './tenancy/tenancy.api.ts'
import { unitManagementApi } from './unit/unit-management.api.ts'
import { unitApi } from './unit/unit.api.ts'

/** The largest form and the largest JSON body a call takes, in bytes; forms are short, and slow to take apart. */
const FORM_LIMIT = 64_000
const BODY_LIMIT = 1_000_000
/** What nobody waited for is no failure of ours; as nginx logs it. */
const CALLER_GONE = 499
const BUSY = '系统繁忙，请稍后再试'

const mounted: Mounted[] = [
  ...accountApi,
  ...approvalApi,
  ...auditLogApi,
  ...authApi,
  ...authorityApi,
  ...buildingApi,
  ...buildingDetailApi,
  ...checkinApi,
  ...buildingFormApi,
  ...contentApi,
  ...dashboardApi,
  ...dictionaryApi,
  ...documentApi,
  ...packApi,
  ...pointApi,
  ...ingestApi,
  ...messageApi,
  ...placeApi,
  ...portalApi,
  ...problemApi,
  ...providerApi,
  ...publishingApi,
  ...pushApi,
  ...recordApi,
  ...scoreApi,
  ...uploadApi,
  ...tenancyApi,
  ...unitApi,
  ...unitManagementApi,
]

/**
 * The server as a function from request to answer: production, tests and mocks all call this one.
 * For each call: admit → read input → handle → strip output → envelope; a refusal takes the same way out.
 */
export function createApi(deps: Deps): Hono {
  speakChinese()
  const app = new Hono()
  const bounded = boundCalls(deps)
  const { clientOrigins = [] } = deps.settings
  if (clientOrigins.length > 0) app.use(letClientsIn(clientOrigins))

  for (const call of mounted) {
    const limit = bodyLimit({
      maxSize: call.endpoint.maxBytes ?? (call.endpoint.encoding === 'form' ? FORM_LIMIT : BODY_LIMIT),
      onError: () => {
        throw new AppError(413)
      },
    })
    app.on(call.endpoint.method, call.endpoint.path, (c) => {
      const requestId = requestIdOf(c.req.header(REQUEST_ID_HEADER), deps.settings.trustProxy, deps.newToken)
      const headers = { ...answerHeaders(c.req), [REQUEST_ID_HEADER]: requestId }
      return bounded(c, headers, (begin) =>
        answerCall(deps, call, c, { requestId, headers, limitBody: () => limit(c, done), begin }),
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

/**
 * Answers so many calls at once and turns further ones away at once, by a status that balancers understand: what waits
 * in line for longer than its caller does is work for nobody. A call counts from when its body is there: a photo takes
 * minutes on a weak link, and who never sends the rest takes nobody's place.
 */
function boundCalls(deps: Deps) {
  const { metrics, callsAtOnce, isLeaving } = deps.operation ?? UNWATCHED
  let answering = 0
  const isFull = () => callsAtOnce > 0 && answering >= callsAtOnce
  return async (
    c: HttpContext,
    headers: AnswerHeaders,
    work: (begin: () => void) => Promise<Response>,
  ): Promise<Response> => {
    // The connection is not used again, so that the next call goes to a process that stays.
    if (isLeaving()) headers.connection = 'close'
    if (isFull()) {
      metrics.refused()
      headers['retry-after'] = '1'
      return answer(c.req, headers, { code: 503, text: BUSY, data: null }, 503)
    }
    let begun = false
    const begin = () => {
      if (begun) return
      begun = true
      answering += 1
      metrics.inFlight(1)
    }
    if (c.req.method === 'GET') begin()
    try {
      return await work(begin)
    } finally {
      if (begun) {
        answering -= 1
        metrics.inFlight(-1)
      }
    }
  }
}

interface Arrival {
  readonly requestId: string
  /** Of the answer; what becomes known on the way is added. */
  readonly headers: AnswerHeaders
  /** Refuses a body that is too large; reads one that doesn't say how large it is. */
  limitBody(): Promise<unknown>
  /** The call has come whole: it counts among those answered. */
  begin(): void
}

async function answerCall(
  deps: Deps,
  { endpoint, handle }: Mounted,
  c: HttpContext,
  { requestId, headers, limitBody, begin }: Arrival,
): Promise<Response> {
  const started = performance.now()
  const address = callerAddress(c, deps.settings.trustProxy)
  const { metrics } = deps.operation ?? UNWATCHED
  if (deps.settings.minClient > 0) headers[MIN_CLIENT_HEADER] = String(deps.settings.minClient)
  let accountId: number | null = null
  let providerId: number | undefined
  let code = 200
  const writeIn =
    (tx: Db): Context<unknown>['write'] =>
    async (fn) => {
      const done = await fn(tx)
      await recordAudit(tx, {
        at: deps.now(),
        action: endpoint.id,
        accountId: done.accountId ?? accountId,
        address,
        requestId,
        detail: providerId === undefined ? done.audit : { providerId, ...done.audit },
      })
      return done.value
    }
  const write: Context<unknown>['write'] = (fn) => deps.db.transaction((tx) => writeIn(tx)(fn))
  const redeem = async (ticket: string) => {
    const token = await redeemTicket({ deps, now: deps.now(), address, write }, ticket)
    if (token) headers['x-auth-token'] = token
    return token
  }
  try {
    if (endpoint.effect) needOwnPage(c.req, deps.settings.clientOrigins)
    // Its signature covers the body; anybody else is admitted before a byte of it is read.
    if (endpoint.access === 'program') await limitBody()
    const program = endpoint.access === 'program' ? await admitProgram(deps, c.req) : null
    providerId = program?.providerId
    const session = program ?? (await admit(deps, endpoint, c.req.header('x-auth-token'), redeem))
    accountId = session && 'accountId' in session ? session.accountId : null
    if (endpoint.effect && !deps.hasRoom()) throw new AppError(503, '服务器磁盘空间不足，暂时不能保存，请联系管理员')
    if (!program) await limitBody()
    const given = await readInput(endpoint, c.req)
    begin()
    const input = v.safeParse(endpoint.input, given)
    if (!input.success) throw invalid(input.issues)
    const now = deps.now()
    // `admit` gave a session unless the call is public, where the handler's type says null.
    const context: Context<never> = {
      deps: withLogOf(deps, requestId),
      db: deps.db,
      now,
      session: session as never,
      address,
      // Made when it is asked for: few calls listen, and it costs each as much as reading its input.
      get signal() {
        return c.req.raw.signal
      },
      write,
      ask: (other, asked) => askWithin(context, other, asked),
    }
    const handleIn = async (ctx: Context<never>) => v.parse(endpoint.output, await handle(input.output, ctx))
    const key = endpoint.queue && c.req.header(KEY_HEADER)
    const data =
      key && accountId !== null
        ? await once(
            deps.db,
            {
              accountId,
              key,
              call: endpoint.id,
              input: withoutStamp(endpoint, input.output as object),
              now,
              onResult: metrics.keyed,
            },
            (tx) => handleIn({ ...context, deps: { ...context.deps, db: tx }, db: tx, write: writeIn(tx) }),
          )
        : await handleIn(context)
    return await answer(c.req, headers, { code, text: endpoint.success ?? '操作成功', data })
  } catch (error) {
    const refusal = asRefusal(error)
    const isLeft = refusal.code >= 500 && c.req.raw.signal.aborted
    code = isLeft ? CALLER_GONE : refusal.code
    if (code >= 500) deps.log.error({ requestId, call: endpoint.id, err: loggable(error) }, 'call failed')
    return await answer(c.req, headers, { code, text: refusal.message, data: null, errors: refusal.fields })
  } finally {
    const took = performance.now() - started
    const ms = Math.round(took)
    metrics.called(endpoint.id, code, took / 1000)
    deps.log.info({ requestId, call: endpoint.id, code, ms, accountId, providerId, address }, 'call')
  }
}

/** What was asked, without what a device says anew each time it asks the same. */
const withoutStamp = ({ stamped }: Endpoint, asked: object) =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => name !== stamped))

/** So that whatever a call logs carries its request's id. */
const withLogOf = (deps: Deps, requestId: string): Deps => ({
  ...deps,
  get log() {
    return deps.log.child({ requestId })
  },
})

/** Answers one call within another, to the same session. */
async function askWithin<E extends Endpoint>(
  context: Context<never>,
  endpoint: E,
  asked: InputOf<E>,
): Promise<OutputOf<E>> {
  const call = mounted.find((one) => one.endpoint.id === endpoint.id)
  const { actor } = context.session as Session
  if (!call || endpoint.effect) throw new AppError(500)
  if (!may(endpoint.access, actor)) throw new AppError(403)
  const input = v.safeParse(endpoint.input, asked)
  if (!input.success) throw invalid(input.issues)
  return v.parse(endpoint.output, await call.handle(input.output, context)) as OutputOf<E>
}

function invalid(issues: readonly v.BaseIssue<unknown>[]): AppError {
  const errors = fieldErrors(issues)
  return new AppError(400, Object.values(errors)[0], errors)
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) return new AppError(503, '服务器磁盘空间不足，暂时不能保存，请联系管理员')
  return new AppError(isConnectionLoss(error) ? 503 : 500)
}
