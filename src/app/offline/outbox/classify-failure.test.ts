import { expect, test } from 'vitest'
import { CallError } from '#app/lib/call.ts'
import { classifyFailure, LATER } from './classify-failure.ts'

const ASKING = '不能确定服务器是否已收到，请核对后重试或放弃'
const FIELDS = { floor: '楼层有误' }
const judge = (code: CallError['code'], reach: Parameters<typeof classifyFailure>[1] = 'online', isRepeatable = true) =>
  classifyFailure(new CallError(code, '服务器的话', FIELDS), reach, isRepeatable)

test.each([
  ['timeout', '服务器无响应', true],
  ['unreachable', '服务器无响应', true],
  ['http', '服务器的话', true],
  [429, '服务器的话', false],
  [500, '服务器的话', false],
  [503, '服务器的话', true],
] as const)('%s leaves the outcome of the write open: it is retried later', (code, reason, all) => {
  expect(LATER.has(code)).toBe(true)
  const told = { kind: 'later', all, ...(code === 429 && { isLimit: true }) }
  expect(judge(code)).toStrictEqual({ ...told, reason })
  expect(judge(code, 'offline')).toStrictEqual({ ...told, reason: '离线' })
  expect(judge(code, 'portal')).toStrictEqual({ ...told, reason: '网络可能需要登录' })
})

test.each([400, 403, 404, 409, 413, 501])('%i is a rejection, with its message and fields', (code) => {
  expect(LATER.has(code)).toBe(false)
  for (const isRepeatable of [true, false])
    expect(judge(code, 'silent', isRepeatable)).toStrictEqual({
      kind: 'refused',
      code,
      reason: '服务器的话',
      fields: FIELDS,
    })
})

test('401 ends the round, on servers with and without idempotency', () => {
  for (const isRepeatable of [true, false])
    expect(judge(401, 'online', isRepeatable)).toStrictEqual({ kind: 'stopped' })
})

test.each(['timeout', 'unreachable', 'http', 500] as const)(
  'without idempotency on the server, the user decides after %s',
  (code) => {
    expect(judge(code, 'offline', false)).toStrictEqual({ kind: 'refused', code, reason: ASKING, fields: FIELDS })
  },
)

test.each([429, 503])('without idempotency on the server, a write is known as not applied after %i', (code) => {
  expect(judge(code, 'online', false)).toMatchObject({ kind: 'later', reason: '服务器的话' })
})
