import { createECDH, createHmac, createPrivateKey, randomBytes, sign } from 'node:crypto'
import { lookup as lookUp } from 'node:dns'
import { type OutgoingHttpHeaders, request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Push, PushTarget, UrgentPush } from '../platform/deps.ts'
import { encryptPush } from './encrypt-push.ts'

const ANSWER_MS = 10_000
const KEEP_SEC = 86_400
const URGENT_SEC = 600
/** Services accept at most a day. */
const WORD_SEC = 12 * 3600

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits)
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

/** Prevents SSRF. */
export function isInside(address: string): boolean {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return inside.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4')
}

/** The addresses it connects to: prevents DNS rebinding. */
const lookupOutside: LookupFunction = (host, options, done) =>
  lookUp(host, { ...options, all: true }, (error, found) => {
    const refused = error ?? (found.some(({ address }) => isInside(address)) ? new Error('an inner address') : null)
    if (refused) return done(refused, '', 0)
    const [first] = found
    if (options.all) return done(null, found)
    return first ? done(null, first.address, first.family) : done(new Error('no address'), '', 0)
  })

interface OutsidePost {
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer | string
  readonly answerMs: number
  readonly isLocalAllowed: boolean
}

/** @returns status; 0: no answer */
export const postOutside = (url: URL, { headers, body, answerMs, isLocalAllowed }: OutsidePost): Promise<number> =>
  new Promise((resolve) => {
    const asked = (url.protocol === 'http:' ? requestPlain : request)(url, {
      method: 'POST',
      signal: AbortSignal.timeout(answerMs),
      ...(!isLocalAllowed && { lookup: lookupOutside }),
      headers,
    })
    asked.on('response', (answer) => {
      answer.on('error', () => undefined)
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', () => resolve(0))
    asked.on('close', () => resolve(0))
    asked.end(body)
  })

interface PushOptions {
  readonly privateKey: Buffer
  readonly contact: string
  readonly now: () => Date
  readonly isLocalAllowed?: boolean
  readonly answerMs?: number
}

/** Initial VAPID key, derived to save a further setting. */
export const derivePushKey = (secretKey: string): Buffer =>
  createHmac('sha256', Buffer.from(secretKey, 'hex')).update('vapid').digest()

/** VAPID (RFC 8292) and message encryption (RFC 8291), without a vendor's SDK. */
export function createPush({
  privateKey,
  contact,
  now,
  isLocalAllowed = false,
  answerMs = ANSWER_MS,
}: PushOptions): Push {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const publicKey = pair.getPublicKey()
  const signer = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: pair.getPrivateKey('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  })
  const asPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const wordFor = (aud: string) => {
    const exp = Math.floor(now().getTime() / 1000) + WORD_SEC
    const told = `${asPart({ typ: 'JWT', alg: 'ES256' })}.${asPart({ aud, exp, sub: `mailto:${contact}` })}`
    const signature = sign('sha256', Buffer.from(told), { key: signer, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${told}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
  }

  function post(url: URL, body: Buffer, urgent: UrgentPush | undefined): Promise<number> {
    const isPlain = url.protocol === 'http:'
    if (isPlain ? !isLocalAllowed : url.port !== '') return Promise.resolve(0)
    if (!isLocalAllowed && isIP(url.hostname.replace(/^\[|\]$/g, ''))) return Promise.resolve(0)
    const headers = {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      'content-length': body.length,
      ttl: String(urgent ? URGENT_SEC : KEEP_SEC),
      urgency: urgent ? 'high' : 'normal',
      ...(urgent && { topic: urgent.topic }),
      authorization: wordFor(url.origin),
    }
    return postOutside(url, { headers, body, answerMs, isLocalAllowed })
  }

  return {
    publicKey: publicKey.toString('base64url'),
    async send({ endpoint, p256dh, auth }: PushTarget, text, urgent) {
      try {
        const chance = createECDH('prime256v1')
        chance.generateKeys()
        const body = encryptPush(text, p256dh, auth, { salt: randomBytes(16), privateKey: chance.getPrivateKey() })
        const status = await post(new URL(endpoint), body, urgent)
        if (status >= 200 && status < 300) return 'sent'
        return status === 404 || status === 410 ? 'gone' : 'failed'
      } catch {
        // Invalid keys: the subscription is unusable.
        return 'gone'
      }
    },
  }
}
