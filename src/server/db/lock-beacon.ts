import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { relative } from 'node:path'

export type LockBeacon = { put(): Promise<void> }

// sun_path holds 108 bytes on Linux and 104 on macOS; a longer path is cut off silently by some versions.
const longestPath = 100

function socketPath(path: string): string | null {
  const shorter = [relative(process.cwd(), path), path].find((form) => Buffer.byteLength(form) <= longestPath)
  return shorter ?? null
}

/**
 * Listens on a socket file, which the system closes with the process: the one sign of life that can be seen from another container.
 * Null where the place can't hold one.
 */
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

/** Whether anyone listens behind the socket file; true too when that can't be told. */
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
