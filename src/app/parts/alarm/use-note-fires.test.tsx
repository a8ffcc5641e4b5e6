// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { forgetOpenFires, noteOpenFires, openFires } from '../open-fires.ts'
import { useNoteFires } from './use-note-fires.ts'

afterEach(forgetOpenFires)

test('the count of a page’s own answer is noted before the watch has loaded', () => {
  renderHook(() => useNoteFires({ list: [], total: 3 }))
  expect(openFires.read()).toEqual({ total: 3, isCalling: false })
})

test('an equal count keeps what the watch noted, and a missing answer changes nothing', () => {
  noteOpenFires({ total: 3, isCalling: true })
  renderHook(() => useNoteFires({ list: [], total: 3 }))
  renderHook(() => useNoteFires(undefined))
  expect(openFires.read()).toEqual({ total: 3, isCalling: true })
})
