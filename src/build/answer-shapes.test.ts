import * as v from 'valibot'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { answerShapes } from './answer-shapes.ts'

const call = (id: string, output: v.GenericSchema) => ({ id, output, cache: 'keep' }) as unknown as Endpoint

test('every call whose answer is kept has a version, the others have none', () => {
  const kept = endpoints().filter(({ cache }) => cache === 'keep')
  expect(Object.keys(answerShapes(endpoints())).sort()).toEqual(kept.map(({ id }) => id).sort())
  expect(answerShapes([{ ...call('a.b', v.string()), cache: undefined } as never])).toEqual({})
})

test.each([
  ['a field more', v.object({ name: v.string(), area: v.number() })],
  ['a field less', v.object({})],
  ['another type', v.object({ name: v.number() })],
  ['a field that may be missing', v.object({ name: v.optional(v.string()) })],
  ['a field that may be null', v.object({ name: v.nullable(v.string()) })],
])('%s changes the version of that call alone', (_, changed) => {
  const list = v.array(v.object({ id: v.string() }))
  const before = answerShapes([call('unit.detail', v.object({ name: v.string() })), call('unit.list', list)])
  const after = answerShapes([call('unit.detail', changed), call('unit.list', list)])
  expect(after['unit.list']).toBe(before['unit.list'])
  expect(after['unit.detail']).not.toBe(before['unit.detail'])
})
