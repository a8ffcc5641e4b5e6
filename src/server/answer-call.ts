import type { Context as HttpContext } from 'hono'
import { generateCookie } from 'hono/cookie'
import { parse as parseCookies } from 'hono/utils/cookie'
import * as v from 'valibot'
import { isSigned, may } from '#contract/access.ts'
import { MIN_CLIENT_HEADER } from '#contract/client-version.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { fieldErrors } from '#contract/messages.ts'
import { AppError } from './app-error.ts'
import { recordAudit } from './audit/record-audit.ts'
import type { Session } from './auth/session.ts'
import { redeemTicket } from './auth/ticket.ts'
import { calls } from './calls.ts'
import { isConnectionLoss, isDiskFull } from './db/errors.ts'
import type { Db } from './db/open-db.ts'
import type { Deps } from './deps.ts'
import { admit } from './http/admit.ts'
import { admitProgram } from './http/admit-program.ts'
import { answer, type AnswerHeaders } from './http/answer.ts'
import type { Aside } from './http/bound-calls.ts'
import { callerAddress } from './http/caller-address.ts'
import { isEssential } from './http/essential-calls.ts'
import { loggable } from './http/loggable.ts'
import { needOwnPage } from './http/need-own-page.ts'
import { FOLLOWS_HEADER, isLeftByOwn, KEY_HEADER, once } from './http/once.ts'
import { readInput } from './http/read-input.ts'
import { cameByHttps } from './http/security-headers.ts'
import type { Context, Mounted } from './implement.ts'
import { UNWATCHED } from './ops/unwatched.ts'

/** What nobody waited for is no failure of ours; as nginx logs it. */
const CALLER_GONE = 499

/** A call as it stands before us. */
export interface Arrival {
  readonly requestId: string
  /** Of the answer; what becomes known on the way is added. */
  readonly headers: AnswerHeaders
  /** Refuses a body that is too large; reads one that doesn't say how large it is. */
  limitBody(): Promise<unknown>
  /** What waits for the body waits in there. */
  readonly aside: Aside
}

/** Answers one call: admit → read input → handle → strip output → envelope; a refusal takes the same way out. */
export async function answerCall(
  deps: Deps,
  { endpoint, handle }: Mounted,
  c: HttpContext,
  { requestId, headers, limitBody, aside }: Arrival,
): Promise<Response> {
  const started = performance.now()
  const address = callerAddress(c, deps.settings.trustProxy)
  const { metrics } = deps.operation ?? UNWATCHED
  if (deps.settings.minClient > 0) headers[MIN_CLIENT_HEADER] = String(deps.settings.minClient)
  let accountId: number | null = null
  let providerId: number | undefined
  let code = 200
  let leftVersion: string | undefined
  const writeIn =
    (tx: Db, action: string = endpoint.id): Context<unknown>['write'] =>
    async (fn) => {
      const done = await fn(tx)
      if (done.version !== undefined) leftVersion = String(done.version)
      await recordAudit(tx, {
        at: deps.now(),
        action: done.action ?? action,
        accountId: done.accountId ?? accountId,
        address,
        requestId,
        detail: providerId === undefined ? done.audit : { providerId, ...done.audit },
      })
      return done.value
    }
  const writeFor =
    ({ id, effect, exports }: Endpoint): Context<unknown>['write'] =>
    (fn) => {
      if (!effect && !exports) throw new Error(`${id} writes, but is declared neither a change nor an export`)
      return deps.db.transaction((tx) => writeIn(tx, id)(fn))
    }
  const sent = c.req.header('cookie')
  const cookies: Pick<Context<unknown>, 'cookie' | 'setCookie'> = {
    cookie: (name) => (sent ? parseCookies(sent, name)[name] : undefined),
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
  const redeem = async (ticket: string) => {
    const write = writeFor({ ...endpoint, effect: true })
    const token = await redeemTicket({ deps, now: deps.now(), address, write, ...cookies }, ticket)
    if (token) headers['x-auth-token'] = token
    return token
  }
  try {
    if (endpoint.effect) needOwnPage(c.req, deps.settings.clientOrigins)
    // Its signature covers the body; anybody else is admitted before a byte of it is read.
    const signed = isSigned(endpoint.access)
    if (signed) await aside(limitBody)
    const program = signed ? await admitProgram(deps, endpoint, c.req, () => aside(() => c.req.arrayBuffer())) : null
    if (program && 'providerId' in program) providerId = program.providerId
    const session = program ?? (await admit(deps, endpoint, c.req.header('x-auth-token'), redeem))
    accountId = session && 'accountId' in session ? session.accountId : null
    if (endpoint.effect && !deps.hasRoom(isEssential(endpoint.id) ? 'small' : 'any'))
      throw new AppError(503, '服务器磁盘空间不足，暂时不能保存，请联系管理员')
    const given = await aside(async () => {
      if (!program) await limitBody()
      return readInput(endpoint, c.req)
    })
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
      ...cookies,
      // Made when it is asked for: few calls listen, and it costs each as much as reading its input.
      get signal() {
        return c.req.raw.signal
      },
      write: writeFor(endpoint),
      followsOwn: async (tx, version) => {
        const follows = c.req.header(FOLLOWS_HEADER)
        return !!follows && accountId !== null && isLeftByOwn(tx, accountId, follows, String(version))
      },
      ask: (other, asked) => askWithin(other.exports ? { ...context, write: writeFor(other) } : context, other, asked),
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
              leftVersion: () => leftVersion,
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
  const call = calls.find((one) => one.endpoint.id === endpoint.id)
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
