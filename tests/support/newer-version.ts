import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { isCallPath } from '#contract/call-prefixes.ts'

/** A proxy. */
export interface Release {
  readonly url: string
  publish(): void
  close(): void
}

/** After `publish` the worker differs. */
export async function releaseInFrontOf(target: string): Promise<Release> {
  let version = 0
  const front = createServer((incoming, outgoing) => {
    const { 'if-none-match': _known, ...asks } = incoming.headers
    const headers = { ...asks, 'accept-encoding': 'identity' }
    const asked = request(target + incoming.url, { method: incoming.method, headers }, (answer) => {
      if (incoming.url !== '/sw.js' || version === 0) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const code = `${Buffer.concat(parts).toString()}\n// version ${version}`
        const { 'content-length': _length, etag: _etag, ...kept } = answer.headers
        outgoing.writeHead(200, kept).end(code)
      })
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })
  return listening(front, () => void (version += 1))
}

async function listening(front: Server, publish: () => void): Promise<Release> {
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    publish,
    close: () => void front.close(),
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** An earlier build until `publish`; its hashed files also after. Calls pass. @param folder its `dist/client` */
export async function earlierInFrontOf(target: string, folder: string): Promise<Release> {
  let isPublished = false
  const own = (path: string) => {
    const file = join(folder, path)
    return path !== '/' && existsSync(file) && statSync(file).isFile() ? file : null
  }
  const serve = (file: string, outgoing: ServerResponse) => {
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    outgoing.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(readFileSync(file))
  }
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers } = incoming
    const asked = request(target + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  }
  const front = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', target).pathname
    const file = own(path)
    if (isCallPath(path) || (isPublished && !(file && path.startsWith('/assets/')))) pass(incoming, outgoing)
    else serve(file ?? join(folder, 'index.html'), outgoing)
  })
  return listening(front, () => void (isPublished = true))
}
