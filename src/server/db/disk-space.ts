import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

export type DiskSpace = {
  /** False while less than the floor is free: the API then refuses writes, for a full disk freezes the embedded database. */
  hasRoom(): boolean
  stop(): void
}

const floorBytes = 500 * 1024 * 1024
const everyMillis = 10_000

function isRoom(stats: { bavail: number; bsize: number }): boolean {
  return stats.bavail * stats.bsize >= floorBytes
}

/** Watches the file system that holds `directory` (which exists): looks now and every 10 s. 500 MB is the floor. */
export function watchDiskSpace(directory: string): DiskSpace {
  let room = isRoom(statfsSync(directory))
  const look = async (): Promise<void> => {
    room = isRoom(await statfs(directory))
  }
  // Where the figure can't be had, the last one stands: no room must not be made of not knowing.
  const timer = setInterval(() => void look().catch(() => undefined), everyMillis)
  timer.unref()
  return { hasRoom: () => room, stop: () => clearInterval(timer) }
}
