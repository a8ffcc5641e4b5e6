import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

export type DiskSpace = {
  /** A full disk freezes the embedded database. */
  hasRoom(write?: 'any' | 'small'): boolean
  stop(): void
}

const floorBytes = { any: 500 * 1024 * 1024, small: 50 * 1024 * 1024 }
const everyMillis = 10_000

const freeBytes = (stats: { bavail: number; bsize: number }): number => stats.bavail * stats.bsize

/** `directory` must exist; checked every 10 s. */
export function watchDiskSpace(directory: string): DiskSpace {
  let free = freeBytes(statfsSync(directory))
  const look = async (): Promise<void> => {
    free = freeBytes(await statfs(directory))
  }
  const timer = setInterval(() => void look().catch(() => undefined), everyMillis)
  timer.unref()
  return { hasRoom: (write = 'any') => free >= floorBytes[write], stop: () => clearInterval(timer) }
}
