import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { signWebhook } from '#server/content/webhook-sender.ts'
import { repositoryRoot } from './repository-root.ts'

export const PUSH_ORIGIN = 'https://push.example.com'
export const WEBHOOK_ADDRESS = 'https://command.example.com/fires'
const HOSTS: Readonly<Record<string, Channel>> = { 'push.example.com': 'push', 'command.example.com': 'webhook' }

type Channel = 'sms' | 'voice' | 'push' | 'webhook'

export interface Message {
  readonly channel: Channel
  readonly at: number
  /** Phone, or path of the push endpoint. */
  readonly to: string
  /** Empty for a push. */
  readonly text: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export const isSignedBy = ({ headers, text }: Message, secret: string): boolean =>
  headers['webhook-signature'] ===
  signWebhook(secret, String(headers['webhook-id']), String(headers['webhook-timestamp']), text)

export async function openMessageGateway() {
  const accepted: Message[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url = '', headers } = request
      if (gateway.isDown) return void response.writeHead(503).end()
      const body = Buffer.concat(parts)
      const channel = HOSTS[headers.host ?? ''] ?? (url === '/voice' ? 'voice' : 'sms')
      const form = new URLSearchParams(channel === 'push' ? '' : body.toString('utf8'))
      const text = channel === 'webhook' ? body.toString('utf8') : (form.get('text') ?? '')
      accepted.push({ channel, at: Date.now(), to: form.get('phone') ?? url, text, headers, body })
      response.writeHead(channel === 'push' ? 201 : 200).end('ok')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const gateway = {
    accepted,
    /** Refuses everything. */
    isDown: false,
    /** Of the server. */
    settings: {
      SMS_PROVIDER: 'http',
      SMS_URL: `http://127.0.0.1:${port}/sms`,
      VOICE_URL: `http://127.0.0.1:${port}/voice`,
      PUBLIC_URL: 'https://fire.example.com',
      OUTSIDE_PORT: String(port),
      NODE_OPTIONS: `--import ${pathToFileURL(join(repositoryRoot, 'tests/support/route-outside.mjs')).href}`,
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return gateway
}

export type MessageGateway = Awaited<ReturnType<typeof openMessageGateway>>
