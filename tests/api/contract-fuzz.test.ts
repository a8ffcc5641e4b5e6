import { asyncProperty, check } from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { openApi } from '../support/api-context.ts'
import { CALLER_NAMES, isWelcome, keepSignedIn, type CallerName } from '../support/callers.ts'
import { malformedRequests, type Malformed } from '../support/malformed-requests.ts'

const usual = process.env.TEST_ENGINE === 'embedded' ? { runs: 20, seed: 911 } : { runs: 60, seed: 119 }
/** FUZZ_RUNS, FUZZ_SEED widen, FUZZ_PART (`2/4`) selects. */
const numRuns = Number(process.env.FUZZ_RUNS ?? usual.runs)
const seed = Number(process.env.FUZZ_SEED ?? usual.seed)
const [part = 1, parts = 1] = (process.env.FUZZ_PART ?? '1/1').split('/').map(Number)
const calls = endpoints().filter((_, at) => at % parts === part - 1)

const city = await openApi()
const t = await city.lasting()
let people = keepSignedIn(t)
const told = {
  requests: 0,
  codes: new Map<number, number>(),
  kinds: new Set<string>(),
  late: 0,
  slowest: { ms: 0, id: '' },
}
/** Answers slower than this are reported (milliseconds). */
const LATE = 5_000
/** Few exceed a limit. */
const PAUSE_MS = 2_000
/** Longer than a lock. */
const REST_MS = 3_600_000

beforeEach(() => {
  t.clock.pass(REST_MS)
  people = keepSignedIn(t)
})

afterAll(async () => {
  const codes = [...told.codes].sort(([a], [b]) => a - b).map(([code, times]) => `${times} × ${code}`)
  console.log(
    `${told.requests} malformed requests of ${told.kinds.size} kinds to ${calls.length} calls (seed ${seed}): ` +
      `${codes.join(', ')}; slowest ${Math.round(told.slowest.ms)} ms (${told.slowest.id}), ${told.late} over ${LATE} ms`,
  )
  await city.close()
})

/** Only the request is at fault. */
const admitted = (call: Endpoint): CallerName => CALLER_NAMES.find((name) => isWelcome(call, name)) ?? 'none'

async function send(call: Endpoint, { target, init }: Malformed) {
  const who = admitted(call)
  t.clock.pass(PAUSE_MS)
  // A locked network is rejected unread.
  const from = `2001:db8:${(told.requests >> 16).toString(16)}:${(told.requests & 0xffff).toString(16)}::1`
  const request = new Request(new URL(target, 'http://localhost'), init)
  for (const [name, value] of Object.entries(await people.headers(who, request))) request.headers.set(name, value)
  request.headers.set('x-forwarded-for', from)
  const started = performance.now()
  const response = await t.api.request(request)
  const text = await response.text()
  const ms = performance.now() - started
  if (ms > told.slowest.ms) told.slowest = { ms, id: call.id }
  if (ms > LATE) told.late += 1
  const answer = { status: response.status, text, body: readEnvelope(text) }
  people.heard(who, call, answer.body.code)
  return answer
}

function readEnvelope(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return { code: 0, message: '', msg: '', data: null }
  }
}

function foreseenCodes(call: Endpoint, { kind }: Malformed): readonly number[] {
  if (kind === 'wrong method') return [404]
  if (kind === 'too large') return [413]
  // Or a body's limit.
  return [200, 400, 429, ...(call.method === 'POST' ? [413] : []), ...(call.errors ?? [])]
}

const LEAKS = /node_modules|\.ts:\d|drizzle|pglite|syntax error|violates|\bat \w+ \(/i

/** Undefined: none. */
function shortcomings(call: Endpoint, request: Malformed, { status, text, body }: Awaited<ReturnType<typeof send>>) {
  const refused = body.code !== 200
  const rules: [boolean, string][] = [
    [status < 500, `HTTP ${status}`],
    [body.code !== 0 && 'data' in body, `no envelope: ${text.slice(0, 200)}`],
    [foreseenCodes(call, request).includes(body.code), `code ${body.code}: ${body.message}`],
    [body.message === body.msg, 'msg and message differ'],
    [!refused || /\p{Script=Han}/u.test(body.message), `no Chinese sentence: ${body.message}`],
    [!refused || body.data === null, 'a refusal that carries data'],
    [!LEAKS.test(text), `its insides show: ${text.slice(0, 200)}`],
  ]
  return rules.flatMap(([holds, said]) => (holds ? [] : [said]))
}

test.each(calls.map((call) => ({ id: call.id, call })))(
  '$id rejects every malformed request with a message and never fails internally',
  async ({ call }) => {
    const property = asyncProperty(malformedRequests(call), async (request) => {
      const answer = await send(call, request)
      told.requests += 1
      told.kinds.add(request.kind)
      told.codes.set(answer.body.code, (told.codes.get(answer.body.code) ?? 0) + 1)
      const wrong = shortcomings(call, request, answer)
      if (wrong.length === 0) return
      const logged = t.logged.filter((line) => line.includes('"level":50')).at(-1) ?? ''
      throw new Error(`${wrong.join('; ')}\n${JSON.stringify(request).slice(0, 2_000)}\n${logged}`)
    })
    expect((await check(property, { numRuns, seed, endOnFailure: true })).errorInstance).toBeNull()
  },
  120_000 + 1_500 * numRuns,
)
