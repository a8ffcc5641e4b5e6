import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { relative } from 'node:path'

export type LockBeacon = { put(): Promise<void> }

// sun_path holds 108 bytes on Linux and 104 on macOS; some versions truncate longer paths silently.
const longestPath = 100

function socketPath(path: string): string | null {
  const shorter = [relative(process.cwd(), path), path].find((form) => Buffer.byteLength(form) <= longestPath)
  return shorter ?? null
}

/** The system closes it with the process, also visible from another container. Null: no sockets on this file system. */
export async function lightBeacon(file: string): Promise<LockBeacon | null> {
  const path = socketPath(file)
  if (path === null || process.platform === 'win32') return null
  const server = createServer((socket) => socket.destroy())
  const lit = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(path, () => resolve(true))
  })
  if (!lit) return null
  server.unref()
  return {
    async put() {
      await new Promise((resolve) => server.close(resolve))
      await rm(file, { force: true })
    },
  }
}

/** True if unknown. */
export async function isBeaconLit(file: string): Promise<boolean> {
  const path = socketPath(file)
  if (path === null) return true
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT')
    })
  })
}
