import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type DiskSpace, watchDiskSpace } from './disk-space.ts'

const disk = vi.hoisted(() => ({ freeMb: 0, isReadable: true }))
const stats = vi.hoisted(() => () => {
  if (!disk.isReadable) throw new Error('the file system cannot be read')
  return { bavail: disk.freeMb * 256, bsize: 4096 }
})
vi.mock('node:fs', () => ({ statfsSync: stats }))
vi.mock('node:fs/promises', () => ({ statfs: async () => stats() }))

const roomIn = (space: DiskSpace) => [space.hasRoom(), space.hasRoom('any'), space.hasRoom('small')]

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(disk, { freeMb: 0, isReadable: true })
})
afterEach(() => vi.useRealTimers())

it.each([
  [500, true, true],
  [499, false, true],
  [50, false, true],
  [49, false, false],
])('with %d MB free any write is allowed: %s, small ones: %s', (freeMb, any, small) => {
  disk.freeMb = freeMb
  const space = watchDiskSpace('/data')
  expect(roomIn(space)).toEqual([any, any, small])
  space.stop()
})

it('reads the disk every ten seconds and keeps the last figure while the disk cannot be read', async () => {
  disk.freeMb = 100
  const space = watchDiskSpace('/data')
  disk.freeMb = 1000
  await vi.advanceTimersByTimeAsync(10_000)
  expect(roomIn(space)).toEqual([true, true, true])
  disk.freeMb = 10
  await vi.advanceTimersByTimeAsync(10_000)
  expect(roomIn(space)).toEqual([false, false, false])
  Object.assign(disk, { freeMb: 1000, isReadable: false })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(roomIn(space)).toEqual([false, false, false])
  space.stop()
})
