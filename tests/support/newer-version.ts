import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to the server that can pretend a newer version was put there: the worker's script changes, nothing else. */
export interface Release {
  readonly url: string
  publish(): void
  close(): void
}

/** Stands in front of the server at `target`. */
export async function releaseInFrontOf(target: string): Promise<Release> {
  let version = 0
  const front = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
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
        const { 'content-length': _length, ...kept } = answer.headers
        outgoing.writeHead(200, kept).end(code)
      })
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    publish: () => void (version += 1),
    close: () => void front.close(),
  }
}
