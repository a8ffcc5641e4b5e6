// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchOrTake } from './early-answer.ts'

const address = '/field/v1/dashboard?lawCompanyId=5&buildingId=&parts=trend'
const asked = (token = 'mine', signal?: AbortSignal) =>
  fetchOrTake(`${address}&_t=123`, { headers: { 'x-auth-token': token }, ...(signal && { signal }) })
const early = new Response('early')
const abort = vi.fn<() => void>()

beforeEach(() => {
  abort.mockReset()
  window.earlyAnswer = { address, token: 'mine', response: Promise.resolve(early), abort }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('made now')))
})
afterEach(() => {
  delete window.earlyAnswer
  vi.unstubAllGlobals()
})

test('the call that was made early is taken up, once', async () => {
  expect(await asked()).toBe(early)
  expect(await (await asked()).text()).toBe('made now')
})

test("another person's, another address's is left where it is", async () => {
  expect(await (await asked('of another')).text()).toBe('made now')
  const longer = fetchOrTake(`${address},rate&_t=123`, { headers: { 'x-auth-token': 'mine' } })
  expect(await (await longer).text()).toBe('made now')
  expect(await asked()).toBe(early)
})

test('who gives the call up gives up the early one', async () => {
  const giveUp = new AbortController()
  await asked('mine', giveUp.signal)
  expect(abort).not.toHaveBeenCalled()
  giveUp.abort()
  expect(abort).toHaveBeenCalledOnce()
})
