import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Webhooks } from '../platform/deps.ts'
import { isInside, postOutside } from './push-sender.ts'

const ANSWER_MS = 15_000
const SECRET_START = 'whsec_'

interface SenderOptions {
  readonly now: () => Date
  readonly isLocalAllowed?: boolean
}

/** @param secret `whsec_` and the key in base64 */
export function signWebhook(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_START.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

export const webhookSecret = (token: string): string =>
  `${SECRET_START}${Buffer.from(token, 'base64url').toString('base64')}`

function allowed(address: string, isLocalAllowed: boolean): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  if (isLocalAllowed && url.protocol === 'http:') return url
  if (url.protocol !== 'https:') return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node does not look up a literal address.
  return isIP(host) && isInside(host) && !isLocalAllowed ? null : url
}

/** Standard Webhooks 1.0; redirects are not followed. */
export function createWebhooks({ now, isLocalAllowed = false }: SenderOptions): Webhooks {
  return {
    isAllowed: (address) => allowed(address, isLocalAllowed) !== null,
    send(address, secrets, id, body) {
      const url = allowed(address, isLocalAllowed)
      if (url === null) return Promise.resolve(0)
      const timestamp = String(Math.floor(now().getTime() / 1000))
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets.map((secret) => signWebhook(secret, id, timestamp, body)).join(' '),
      }
      return postOutside(url, { headers, body, answerMs: ANSWER_MS, isLocalAllowed })
    },
  }
}
