import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { MOST_CALLS, callBatch, mayBatch } from '#contract/call-batch.ts'
import { AUDITED_READS } from '#server/audit-read.ts'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { message } from '#contract/message.ts'
import { problem } from '#contract/problem.ts'
import { score } from '#contract/score.ts'
import { openApi } from '../support/api-context.ts'
import { callerOf, CALLER_NAMES, keepSignedIn } from '../support/callers.ts'

const city = await openApi()
const t = await city.lasting()
const people = keepSignedIn(t)
afterAll(() => city.close())

type Part = { id: string; input?: Record<string, string | number | boolean | null> }
const tokenOf = async (name: (typeof CALLER_NAMES)[number]) => (await people.headers(name))['x-auth-token'] ?? null

async function send(calls: readonly Part[], token: string | null): Promise<Envelope> {
  return (await t.call(callBatch.read, { calls } as never, token)).body
}

async function answersOf(calls: readonly Part[], token: string | null): Promise<Envelope[]> {
  const { code, message: text, data } = await send(calls, token)
  expect(code, text).toBe(200)
  return (data as unknown as { answers: Envelope[] }).answers
}

const reads = endpoints().filter(mayBatch)
const others = endpoints().filter((call) => !mayBatch(call))
const signedIn = CALLER_NAMES.filter((name) => callerOf(name).account !== null)
/** The others are refused alike. */
const INPUTS = [
  {},
  { buildingId: '1', relationId: '1', id: '1', lawCompanyId: '1', currentPage: 1, pageSize: 5 },
  { apiId: 1, buildingId: '2', month: '2026-02', search: '大', exportStatus: 0, type: 1, days: 30 },
] as const

const textOf = (envelope: Envelope | undefined) =>
  JSON.stringify(envelope)
    .replace(/\/download\/[\w-]+/g, '/download/…')
    .replace(/"cursor":"[\w.-]+"/g, '"cursor":"…"')

async function comparedFor(name: (typeof CALLER_NAMES)[number], input: (typeof INPUTS)[number]) {
  const token = await tokenOf(name)
  const differing: string[] = []
  const recorded = reads.filter(({ id }) => id in AUDITED_READS).map(({ id }) => ({ id, input }))
  await answersOf(recorded, token)
  for (let from = 0; from < reads.length; from += MOST_CALLS) {
    const chunk = reads.slice(from, from + MOST_CALLS)
    const together = await answersOf(
      chunk.map(({ id }) => ({ id, input })),
      token,
    )
    for (const [at, call] of chunk.entries()) {
      const { body } = await t.call(call, input as never, token)
      const [part, single] = [textOf(together[at]), textOf(body)]
      if (part !== single) differing.push(`${call.id}: ${part.slice(0, 200)} / ${single.slice(0, 200)}`)
    }
  }
  return differing
}

describe('each answer of a batch equals that of its own call', () => {
  test.each(signedIn.flatMap((name) => INPUTS.map((input, at) => ({ name, input, at }))))(
    'for every read, by $name, input $at',
    async ({ name, input }) => {
      expect(await comparedFor(name, input)).toEqual([])
    },
  )

  test('with success for most reads', async () => {
    const token = await tokenOf('unit')
    const answers = await answersOf(
      reads.slice(0, MOST_CALLS).map(({ id }) => ({ id })),
      token,
    )
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(10)
  })
})

describe('a batch', () => {
  test('answers in the order of its calls, the same call twice too', async () => {
    const token = await tokenOf('unit')
    const calls = [score.rate, dashboard.devices, score.rate, building.entered].map(({ id }) => ({ id }))
    const answers = await answersOf(calls, token)
    expect(answers).toHaveLength(4)
    expect(answers[2]).toEqual(answers[0])
    expect(Object.keys(answers[1]!.data as object)).toContain('totalBuildPointNum')
    expect(Array.isArray(answers[3]!.data)).toBe(true)
  })

  test('leaves the other calls when one fails', async () => {
    const token = await tokenOf('unit')
    const [bad, foreign, forbidden, good] = await answersOf(
      [
        { id: score.trend.id, input: { days: 'x' } },
        { id: score.trend.id, input: { buildingId: '999999' } },
        { id: 'auditLog.list' },
        { id: score.rate.id },
      ],
      token,
    )
    expect(bad).toMatchObject({ code: 400, data: null, errors: { days: expect.any(String) } })
    expect(foreign).toMatchObject({ code: 404, data: null })
    expect(forbidden).toMatchObject({ code: 403, data: null })
    expect(good).toMatchObject({ code: 200 })
  })

  test('is logged and counted call by call', async () => {
    const token = await tokenOf('unit')
    const before = t.logged.length
    await answersOf([{ id: score.rate.id }, { id: 'auditLog.list' }], token)
    const lines = t.logged.slice(before).map((line) => JSON.parse(line) as { call: string; code: number })
    expect(lines.map(({ call, code }) => `${call} ${code}`).sort()).toEqual([
      'auditLog.list 403',
      'batch.read 200',
      'score.rate 200',
    ])
  })

  test('exports nothing: no file, no row in the audit', async () => {
    const token = await tokenOf('unit')
    const [answer] = await answersOf([{ id: dashboard.points.id, input: { exportStatus: 1 } }], token)
    expect(answer).toEqual({ code: 400, message: '导出请单独调用', msg: '导出请单独调用', data: null })
    const [list] = await answersOf([{ id: problem.runList.id, input: { isExport: 1 } }], token)
    expect(list).toMatchObject({ code: 400, message: '导出请单独调用' })
  })

  test('needs a session', async () => {
    expect((await send([{ id: score.rate.id }], null)).code).toBe(401)
    expect((await send([{ id: score.rate.id }], 'A'.repeat(43))).code).toBe(401)
  })
})

describe('rejects', () => {
  const message400 = '接口不存在，或不能批量调用'

  test.each(others.map((call: Endpoint) => ({ id: call.id })))('$id', async ({ id }) => {
    const { code, message: text, errors } = await send([{ id: score.rate.id }, { id }], await tokenOf('unit'))
    expect({ code, text, errors }).toEqual({ code: 400, text: message400, errors: { 'calls.1.id': message400 } })
  })

  test.each(['', 'score', 'score.nothing', '__proto__', 'constructor', callBatch.read.id])(
    'the id "%s"',
    async (id) => {
      expect(await send([{ id }], await tokenOf('unit'))).toMatchObject({ code: 400, message: message400 })
    },
  )

  const part = { id: message.unreadCount.id }
  test.each([
    ['no calls', [], '至少一个接口'],
    ['too many calls', Array.from({ length: MOST_CALLS + 1 }, () => part), `一次最多 ${MOST_CALLS} 个接口`],
    ['a nested value', [{ ...part, input: { a: { b: 1 } } }], undefined],
    ['a text as input', [{ ...part, input: 'x' }], undefined],
    ['a batch in a batch', [{ id: callBatch.read.id, input: { calls: [part] } }], undefined],
    ['a text of 5,000 letters', [{ ...part, input: { search: 'a'.repeat(5000) } }], undefined],
    ['an id that is no text', [{ id: 7 }], undefined],
  ])('%s', async (_, calls, text) => {
    const { code, message: said, data } = await send(calls as never, await tokenOf('unit'))
    expect({ code, data }).toEqual({ code: 400, data: null })
    expect(said).toMatch(text ?? /\p{Script=Han}/u)
  })

  test('a body above 64 KB', async () => {
    const body = JSON.stringify({ calls: [{ ...part, input: { a: 'a'.repeat(70_000) } }] })
    const headers = { 'x-auth-token': (await tokenOf('unit')) ?? '', 'content-type': 'application/json' }
    const response = await t.api.request(callBatch.read.path, { method: 'POST', headers, body })
    expect(((await response.json()) as Envelope).code).toBe(413)
  })
})

test('counts the limit of each call', async () => {
  const token = await tokenOf('gov2')
  const many = Array.from({ length: MOST_CALLS }, () => ({ id: 'place.find', input: { address: '南京西路' } }))
  const codes = new Set<number>()
  for (let run = 0; run < 5; run += 1) for (const { code } of await answersOf(many, token)) codes.add(code)
  expect(codes).toContain(429)
})
