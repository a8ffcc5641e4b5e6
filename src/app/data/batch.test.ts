// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { score } from '#contract/score.ts'
import type { UserDetail } from '#contract/sign-in.ts'
import { forgetSession, startSession } from '#app/session/session.ts'
import { sendRead } from './call-batch.ts'

const RATE = { score: 80, rate: 50 }
const part = (data: unknown, code = 200) => ({ code, message: `${code}`, msg: `${code}`, data })
const answer = (...parts: unknown[]) => Response.json(part({ answers: parts }))
const rate = () => sendRead(score.rate, { lawCompanyId: '5' })
const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  sent.mockReset()
  vi.stubGlobal('fetch', sent)
  startSession('mine', { id: '1', role: 'unit', lawCompanyId: '5' } as UserDetail)
})
afterEach(() => {
  delete window.prefetched
  forgetSession()
  vi.unstubAllGlobals()
})

const early = (token = 'mine') => ({
  token,
  calls: [JSON.stringify({ id: score.rate.id, input: { lawCompanyId: '5' } })],
  response: Promise.resolve(answer(part(RATE))),
  abort: () => undefined,
})

test('the prefetched answer is used once', async () => {
  window.prefetched = early()
  expect(await rate()).toEqual(RATE)
  expect(sent).not.toHaveBeenCalled()
  sent.mockResolvedValue(Response.json(part({ score: 81, rate: 51 })))
  expect(await rate()).toEqual({ score: 81, rate: 51 })
})

test('a prefetched answer of another account or input is not used', async () => {
  window.prefetched = early('of another')
  sent.mockImplementation(() => Promise.resolve(Response.json(part({ score: 81, rate: 51 }))))
  expect(await rate()).toEqual({ score: 81, rate: 51 })
  window.prefetched = early()
  expect(await sendRead(score.rate, { lawCompanyId: '6' })).toEqual({ score: 81, rate: 51 })
  expect(await rate()).toEqual(RATE)
})

test('calls of one microtask share a request, each with its own result', async () => {
  sent.mockResolvedValue(answer(part(RATE), part(null, 404)))
  const [first, second] = await Promise.allSettled([rate(), sendRead(dashboard.devices, {})])
  expect(first).toEqual({ status: 'fulfilled', value: RATE })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 404 } })
  expect(sent).toHaveBeenCalledOnce()
})

test('the request is aborted when all its calls are', async () => {
  sent.mockImplementation(() => new Promise(() => undefined))
  const [one, two] = [new AbortController(), new AbortController()]
  const both = Promise.allSettled([sendRead(score.rate, {}, one.signal), sendRead(dashboard.devices, {}, two.signal)])
  await expect.poll(() => sent.mock.calls.length).toBeGreaterThan(0)
  const signal = sent.mock.calls[0]?.[1].signal
  one.abort()
  expect(signal?.aborted).toBe(false)
  two.abort()
  expect(signal?.aborted).toBe(true)
  await both
})
