// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dismissLostWrites, lostWrites, noteLostWrites, readLostWrites, summarizeUnsent } from './lost-writes.ts'
import type { UnsentWrite } from './unsent-write.ts'

const writes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    label: `删除通知 ${at}`,
    place: '中山大厦',
    tappedAt: at,
  })) as UnsentWrite[]

test('a created database with a summary is a loss, counted over several, until dismissed', () => {
  summarizeUnsent('1', writes(60))
  expect(noteLostWrites('2')).toBe(0)
  expect(noteLostWrites('1')).toBe(60)
  expect(noteLostWrites('1')).toBe(0)
  summarizeUnsent('1', writes(2))
  expect(noteLostWrites('1')).toBe(2)
  expect(lostWrites.read()).toMatchObject({ count: 62, named: { length: 50 } })
  readLostWrites('2')
  expect(lostWrites.read()).toBeNull()
  readLostWrites('1')
  expect(lostWrites.read()?.named[0]).toEqual({ label: '删除通知 0', place: '中山大厦', tappedAt: 0 })
  dismissLostWrites('1')
  readLostWrites('1')
  expect(lostWrites.read()).toBeNull()
})

test('sent work is no loss', () => {
  summarizeUnsent('3', writes(1))
  summarizeUnsent('3', [])
  expect(noteLostWrites('3')).toBe(0)
})
