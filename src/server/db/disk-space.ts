import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

export type DiskSpace = {
  /**
   * False while less than the floor is free: the API then refuses writes, for a full disk freezes the embedded database.
   * Small writes, as of a sign-in, have a floor of their own.
   */
  hasRoom(write?: 'any' | 'small'): boolean
  stop(): void
}

const floorBytes = { any: 500 * 1024 * 1024, small: 50 * 1024 * 1024 }
const everyMillis = 10_000

const freeBytes = (stats: { bavail: number; bsize: number }): number => stats.bavail * stats.bsize

/** Watches the file system that holds `directory` (which exists): looks now and every 10 s. The floor is 500 MB, 50 MB for small writes. */
export function watchDiskSpace(directory: string): DiskSpace {
  let free = freeBytes(statfsSync(directory))
  const look = async (): Promise<void> => {
    free = freeBytes(await statfs(directory))
  }
  // Where the figure can't be had, the last one stands: no room must not be made of not knowing.
  const timer = setInterval(() => void look().catch(() => undefined), everyMillis)
  timer.unref()
  return { hasRoom: (write = 'any') => free >= floorBytes[write], stop: () => clearInterval(timer) }
}
