// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { currentDay } from './spans.ts'
import { useCursorPages } from './cursor-pages.ts'

const rows = (...keys: string[]) => keys.map((rowKey) => ({ rowKey }))
const NEWEST = { rowKey: '', reversed: false }
const open = () =>
  renderHook(({ now }) => useCursorPages(currentDay(new Date(now))), {
    initialProps: { now: '2026-03-23T15:59:00Z' },
  })

test('the way back ends at the newest rows', () => {
  const { result } = open()
  act(() => result.current.next(rows('9', '8')))
  act(() => result.current.next(rows('7', '6')))
  expect(result.current.place).toEqual({ rowKey: '6', reversed: false })
  act(() => result.current.back(rows('5', '4')))
  expect([result.current.page, result.current.place]).toEqual([2, { rowKey: '5', reversed: true }])
  act(() => result.current.back(rows('7', '6')))
  expect([result.current.page, result.current.place]).toEqual([1, NEWEST])
})

test('a new day begins at its newest rows', () => {
  const { result, rerender } = open()
  act(() => result.current.next(rows('9', '8')))
  rerender({ now: '2026-03-23T16:00:00Z' })
  expect([result.current.page, result.current.place]).toEqual([1, NEWEST])
  act(() => result.current.next(rows('3', '2')))
  expect([result.current.page, result.current.place]).toEqual([2, { rowKey: '2', reversed: false }])
})
