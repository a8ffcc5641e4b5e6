// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { APP_PREFIX, clearStored, readStored, removeStored, writeStored } from './storage.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

const blocked = () => {
  throw new Error('SecurityError')
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('local storage of the app', () => {
  it('is read back as written, and gone when removed', () => {
    expect(writeStored('name', '静安大楼')).toBe(true)
    expect(localStorage.getItem(`${APP_PREFIX}name`)).toBe('"静安大楼"')
    expect(readStored('name', isText)).toBe('静安大楼')
    removeStored('name')
    expect(readStored('name')).toBeUndefined()
  })

  it('counts as absent when damaged or of another shape', () => {
    localStorage.setItem(`${APP_PREFIX}torn`, '{"a":')
    writeStored('number', 7)
    expect(readStored('torn')).toBeUndefined()
    expect(readStored('number', isText)).toBeUndefined()
  })

  it('is cleared except for unsent work, device settings and keys of other apps of the origin', () => {
    for (const key of ['building', 'unit', 'unsent:1', 'device:theme']) writeStored(key, key)
    localStorage.setItem('another', 'D')
    sessionStorage.setItem(`${APP_PREFIX}step`, '2')
    clearStored()
    const left = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).sort()
    expect(left).toEqual(['another', `${APP_PREFIX}device:theme`, `${APP_PREFIX}unsent:1`])
    expect(sessionStorage.length).toBe(0)
  })

  it('is a no-op in a browser that blocks storage', () => {
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked, length: 1, key: blocked })
    expect(writeStored('name', 1)).toBe(false)
    expect(readStored('name')).toBeUndefined()
    removeStored('name')
    clearStored()
  })
})
