import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TakenPush {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly status: number
}

export async function openPushService() {
  const taken: TakenPush[] = []
  const service = { taken, status: 201, origin: '', close: () => void server.close() }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { status } = service
      taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts), status })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

/** RFC 8291. */
export function pushBrowser(origin: string, name: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const secret = randomBytes(16)
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: secret.toString('base64url') }
  return {
    subscription: { endpoint: `${origin}/${name}`, ...keys },
    read(body: Buffer): { title: string; body: string; url: string; unread: number } {
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
      const shared = hkdfSync('sha256', pair.computeSecret(theirs), secret, info, 32)
      const derive = (what: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', new Uint8Array(shared), salt, what, bytes))
      const cipher = createDecipheriv(
        'aes-128-gcm',
        derive('Content-Encoding: aes128gcm\0', 16),
        derive('Content-Encoding: nonce\0', 12),
      )
      cipher.setAuthTag(body.subarray(-16))
      const text = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()])
      return JSON.parse(text.subarray(0, -1).toString('utf8'))
    },
  }
}
