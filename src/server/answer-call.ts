import type { Context as HttpContext } from 'hono'
import { generateCookie } from 'hono/cookie'
import { parse as parseCookies } from 'hono/utils/cookie'
import * as v from 'valibot'
import { isSigned, may } from '#contract/access.ts'
import { MIN_CLIENT_HEADER } from '#contract/client-version.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { SAMPLE_TIMING } from '#contract/visit.rules.ts'
import { AppError } from './platform/app-error.ts'
import { recordAudit } from './platform/record-audit.ts'
import type { Session } from './platform/session.ts'
import { redeemTicket } from './identity/ticket.ts'
import { answerPart, asQuery, asRefusal, invalid } from './answer-part.ts'
import { calls } from './calls.ts'
import type { Db } from './platform/db/open-db.ts'
import type { Deps } from './platform/deps.ts'
import { authenticate } from './platform/http/authenticate.ts'
import { authenticateProgram, type SignedProgram } from './platform/authenticate-program.ts'
import { answer, type AnswerHeaders } from './platform/http/answer.ts'
import type { ReleaseSlot } from './platform/http/concurrency-limit.ts'
import { clientIp } from './platform/client-ip.ts'
import { isEssential } from './platform/http/essential-calls.ts'
import { INGEST_CALLS, noteRefusedWhole } from './devices/ingest/refused-batch.store.ts'
import { loggable } from './platform/loggable.ts'
import { rejectCrossSite } from './platform/http/reject-cross-site.ts'
import { FOLLOWS_HEADER, isLeftByOwn, KEY_HEADER, withIdempotency } from './platform/idempotency.ts'
import { readInput } from './platform/http/read-input.ts'
import { cameByHttps } from './platform/http/security-headers.ts'
import type { Context, Mounted } from './platform/implement.ts'
import { NOOP_OPERATIONS } from './platform/noop-operations.ts'
import { auditRead } from './audit-read.ts'

/** Client closed the request (nginx's 499). */
const CALLER_GONE = 499

export interface RequestState {
  readonly requestId: string
  readonly headers: AnswerHeaders
  /** Buffers a body without Content-Length. */
  limitBody(): Promise<unknown>
  /** Releases the concurrency slot while the request body is read. */
  readonly aside: ReleaseSlot
}

interface Exchange extends RequestState {
  readonly deps: Deps
  readonly call: Mounted
  readonly c: HttpContext
  readonly address: string
  /** Buffering the body replaces the request, which may lose the header. */
  readonly cookies: string | undefined
  accountId: number | null
  providerId: number | undefined
  leftVersion: string | undefined
}

type Caller = Session | SignedProgram | null

export async function answerCall(deps: Deps, call: Mounted, c: HttpContext, state: RequestState): Promise<Response> {
  const started = performance.now()
  const address = clientIp(c, deps.settings.trustProxy)
  const of: Exchange = {
    ...state,
    deps,
    call,
    c,
    address,
    accountId: null,
    providerId: undefined,
    leftVersion: undefined,
    cookies: c.req.header('cookie'),
  }
  const { endpoint } = call
  const { headers } = of
  if (deps.settings.minClient > 0) headers[MIN_CLIENT_HEADER] = String(deps.settings.minClient)
  const { visitSample = 0 } = deps.settings
  if (visitSample > 0) headers['server-timing'] = `${SAMPLE_TIMING};dur=${visitSample}`
  let code = 200
  try {
    if (endpoint.effect) rejectCrossSite(c.req, deps.settings.clientOrigins)
    const caller = await authenticateCaller(of)
    requireDiskSpace(of)
    const input = await parseInput(of)
    const data = await handleOnce(of, input, contextOf(of, caller))
    return await answer(c.req, headers, { code, text: endpoint.success ?? '操作成功', data })
  } catch (error) {
    const refusal = asRefusal(error)
    const isLeft = refusal.code >= 500 && c.req.raw.signal.aborted
    code = isLeft ? CALLER_GONE : refusal.code
    if (code >= 500) logFailure(of, endpoint.id, error)
    else await noteRefusedBatch(of, refusal)
    return await answer(c.req, headers, { code, text: refusal.message, data: null, errors: refusal.fields })
  } finally {
    noteCall(of, endpoint.id, code, started)
  }
}

/** A signature covers the body, so signed callers are authenticated after it is read. */
async function authenticateCaller(of: Exchange): Promise<Caller> {
  const { deps, call, c, aside } = of
  const { endpoint } = call
  if (isSigned(endpoint.access)) {
    await aside(of.limitBody)
    const program = await authenticateProgram(deps, endpoint, c.req, () => aside(() => c.req.arrayBuffer()))
    if ('providerId' in program) of.providerId = program.providerId
    return program
  }
  const session = await authenticate(deps, endpoint, c.req.header('x-auth-token'), (ticket) => redeem(of, ticket))
  of.accountId = session && session.accountId
  return session
}

async function redeem(of: Exchange, ticket: string): Promise<string | null> {
  const { deps, call, address } = of
  const write = writeFor(of, { ...call.endpoint, effect: true })
  const token = await redeemTicket({ deps, now: deps.now(), address, write, ...cookiesOf(of) }, ticket)
  if (token) of.headers['x-auth-token'] = token
  return token
}

function requireDiskSpace({ deps, call: { endpoint } }: Exchange): void {
  if (endpoint.effect && !deps.hasRoom(isEssential(endpoint.id) ? 'small' : 'any'))
    throw new AppError(503, '服务器磁盘空间不足，暂时不能保存，请联系技术支持')
}

async function parseInput({ call: { endpoint }, c, aside, limitBody }: Exchange): Promise<unknown> {
  const given = await aside(async () => {
    if (!isSigned(endpoint.access)) await limitBody()
    return readInput(endpoint, c.req)
  })
  const input = v.safeParse(endpoint.input, given)
  if (!input.success) throw invalid(input.issues)
  return input.output
}

/** The handler, its audit row and the stored answer share one transaction. */
async function handleOnce(of: Exchange, input: unknown, context: Context<never>): Promise<unknown> {
  const { deps, call, c, accountId } = of
  const { endpoint, handle } = call
  const handleIn = async (ctx: Context<never>) => {
    const data = v.parse(endpoint.output, await handle(input, ctx))
    await noteRead(of, ctx, endpoint.id, input, data)
    return data
  }
  const key = endpoint.queue && c.req.header(KEY_HEADER)
  if (!key || accountId === null) return handleIn(context)
  const write = {
    accountId,
    key,
    call: endpoint.id,
    input: withoutStamp(endpoint, input as object),
    now: context.now,
    leftVersion: () => of.leftVersion,
    onResult: metricsOf(deps).keyed,
  }
  return withIdempotency(deps.db, write, (tx) =>
    handleIn({ ...context, deps: { ...context.deps, db: tx }, db: tx, write: writeIn(of, tx) }),
  )
}

/** Null on public endpoints, as the handler's type says. */
function contextOf(of: Exchange, caller: Caller): Context<never> {
  const { deps, call, c, requestId, address } = of
  const context: Context<never> = {
    deps: withLogOf(deps, requestId),
    db: deps.db,
    now: deps.now(),
    session: caller as never,
    address,
    ...cookiesOf(of),
    // Creating the signal costs as much as parsing the input.
    get signal() {
      return c.req.raw.signal
    },
    write: writeFor(of, call.endpoint),
    followsOwn: async (tx, version) => {
      const follows = c.req.header(FOLLOWS_HEADER)
      return !!follows && of.accountId !== null && isLeftByOwn(tx, of.accountId, follows, String(version))
    },
    async answer(id, asked) {
      const since = performance.now()
      const part = calls.find((one) => one.endpoint.id === id)
      if (!part) throw new Error(`No call ${id}`)
      const envelope = await answerPart(part, asked, context, (error) => logFailure(of, id, error))
      if (envelope.code === 200)
        await noteRead(of, context, id, v.parse(part.endpoint.input, asQuery(asked)), envelope.data)
      noteCall(of, id, envelope.code, since)
      return envelope
    },
    memo: memoOf(),
    ask: (other, asked) =>
      askWithin(other.exports ? { ...context, write: writeFor(of, other) } : context, other, asked),
  }
  return context
}

const writeIn =
  (of: Exchange, tx: Db, action: string = of.call.endpoint.id): Context<unknown>['write'] =>
  async (fn) => {
    const { deps, accountId, providerId, address, requestId } = of
    const done = await fn(tx)
    if (done.version !== undefined) of.leftVersion = String(done.version)
    await recordAudit(
      tx,
      {
        at: deps.now(),
        action: done.action ?? action,
        accountId: done.accountId ?? accountId,
        address,
        requestId,
        detail: providerId === undefined ? done.audit : { providerId, ...done.audit },
      },
      done.objects,
    )
    return done.value
  }

const noteRead = (of: Exchange, ctx: Context<never>, id: string, input: unknown, data: unknown) =>
  auditRead(ctx, id, input, data, (fn) => of.deps.db.transaction((tx) => writeIn(of, tx, id)(fn)))

const writeFor =
  (of: Exchange, { id, effect, exports }: Endpoint): Context<unknown>['write'] =>
  (fn) => {
    if (!effect && !exports) throw new Error(`${id} writes, but is declared neither a change nor an export`)
    return of.deps.db.transaction((tx) => writeIn(of, tx, id)(fn))
  }

function cookiesOf({ c, headers, cookies }: Exchange): Pick<Context<unknown>, 'cookie' | 'setCookie'> {
  return {
    cookie: (name) => (cookies ? parseCookies(cookies, name)[name] : undefined),
    setCookie({ name, value, path, maxAgeSec }) {
      const secure = cameByHttps(c.req)
      headers['set-cookie'] = generateCookie(name, value, {
        path,
        maxAge: maxAgeSec,
        httpOnly: true,
        sameSite: 'Strict',
        secure,
      })
    },
  }
}

const metricsOf = ({ operations }: Deps) => (operations ?? NOOP_OPERATIONS).metrics

function noteCall(
  { deps, requestId, accountId, providerId, address }: Exchange,
  call: string,
  code: number,
  since: number,
) {
  const took = performance.now() - since
  metricsOf(deps).called(call, code, took / 1000)
  deps.log.info({ requestId, call, code, ms: Math.round(took), accountId, providerId, address }, 'call')
}

async function noteRefusedBatch({ deps, call, providerId }: Exchange, refusal: AppError) {
  const kind = INGEST_CALLS[call.endpoint.id]
  if (kind === undefined || providerId === undefined) return
  await noteRefusedWhole(deps, providerId, kind, refusal, deps.now())
}

function logFailure({ deps, requestId }: Exchange, call: string, error: unknown): void {
  deps.log.error({ requestId, call, err: loggable(error) }, 'call failed')
}

/** The timestamp changes on each retry. */
const withoutStamp = ({ stamped }: Endpoint, asked: object) =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => name !== stamped))

const withLogOf = (deps: Deps, requestId: string): Deps => ({
  ...deps,
  get log() {
    return deps.log.child({ requestId })
  },
})

function memoOf(): Context<unknown>['memo'] {
  const reads = new Map<string, Promise<unknown>>()
  return <T>(name: string, of: unknown, read: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify([name, of])
    const reading = (reads.get(key) as Promise<T> | undefined) ?? read()
    reads.set(key, reading)
    return reading
  }
}

async function askWithin<E extends Endpoint>(
  context: Context<never>,
  endpoint: E,
  asked: InputOf<E>,
): Promise<OutputOf<E>> {
  const call = calls.find((one) => one.endpoint.id === endpoint.id)
  const { actor } = context.session as Session
  if (!call || endpoint.effect) throw new AppError(500)
  if (!may(endpoint.access, actor)) throw new AppError(403)
  const input = v.safeParse(endpoint.input, asked)
  if (!input.success) throw invalid(input.issues)
  return v.parse(endpoint.output, await call.handle(input.output, context)) as OutputOf<E>
}
