import { expect, test } from 'vitest'
import { CallError } from './call.ts'
import { failureWords, requestWords } from './request-words.ts'

const failed = (code: number | 'http' | 'unreachable', requestId?: string) =>
  Object.assign(new CallError(code, '服务连接出错，请稍后再试！'), { requestId })

test.each([
  [failed(500, 'a1b2c3d4e5f6'), '请求编号 a1b2c3d4e5f6'],
  [failed(503, 'a1b2c3d4e5f6'), '请求编号 a1b2c3d4e5f6'],
  [failed('http', 'a1b2c3d4e5f6'), '请求编号 a1b2c3d4e5f6'],
  [failed(404, 'a1b2c3d4e5f6'), undefined],
  [failed('http'), undefined],
  [failed('unreachable'), undefined],
  [new Error('no call at all'), undefined],
])('%o has the title %s', (error, words) => expect(requestWords(error)).toBe(words))

test.each([
  [failed(500, 'a1b2c3d4e5f6'), '服务连接出错，请稍后再试！（请求编号 a1b2c3d4e5f6）'],
  [failed(404, 'a1b2c3d4e5f6'), '服务连接出错，请稍后再试！'],
  ['no error at all', '操作失败'],
])('%o is described as %s', (error, words) => expect(failureWords(error, '操作失败')).toBe(words))
