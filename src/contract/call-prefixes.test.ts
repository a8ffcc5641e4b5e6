import { describe, expect, it } from 'vitest'
import { endpoints } from './all.ts'
import { isCallPath } from './call-prefixes.ts'

describe('a path is either a call or a page', () => {
  it('every declared call is under a call prefix', () => {
    expect(endpoints().filter((call) => !isCallPath(call.path))).toEqual([])
  })

  it('documented pages return the shell, those that look like calls too', () => {
    const pages = [
      '/',
      '/login',
      '/portal',
      '/portal/detail',
      '/wlw/12',
      '/socialData',
      '/buildingList',
      '/biPage',
      '/api',
    ]
    expect(pages.filter(isCallPath)).toEqual([])
  })

  it('downloads, reports and health checks never return the shell', () => {
    const calls = ['/field/v1/download/abc', '/open/v1/report', '/ops/health', '/file/upload', '/isv/list']
    expect(calls.every(isCallPath)).toBe(true)
  })
})
