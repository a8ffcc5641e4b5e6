import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Secrets } from './deps.ts'

const CIPHER = 'aes-256-gcm'
const MARK = 'k1'
const IV_BYTES = 12
const TAG_BYTES = 16
export const SEALED = `${MARK}.`

/** Equal texts have equal ciphertexts; safe because the secrets are random. @param key 64 hexadecimal digits */
export function createSecrets(key: string, formerKey?: string): Secrets {
  const own = secretsUnder(key)
  if (formerKey === undefined) return own
  const former = secretsUnder(formerKey)
  return {
    ...own,
    open(sealed) {
      try {
        return own.open(sealed)
      } catch {
        return former.open(sealed)
      }
    },
  }
}

export const firstDeriveKey = (key: string): Buffer =>
  createHmac('sha256', Buffer.from(key, 'hex')).update('derive').digest()

export const deriveBy =
  (key: Buffer): Secrets['derive'] =>
  (text) =>
    createHmac('sha256', key).update(text).digest('base64url')

function secretsUnder(key: string): Secrets {
  const cipherKey = createHmac('sha256', Buffer.from(key, 'hex')).update('cipher').digest()
  const nonceKey = createHmac('sha256', Buffer.from(key, 'hex')).update('nonce').digest()
  return {
    derive: deriveBy(firstDeriveKey(key)),
    seal(plain) {
      const iv = createHmac('sha256', nonceKey).update(plain).digest().subarray(0, IV_BYTES)
      const cipher = createCipheriv(CIPHER, cipherKey, iv)
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${MARK}.${iv.toString('base64url')}.${sealed.toString('base64url')}`
    },
    open(sealed) {
      const [mark, iv = '', rest = ''] = sealed.split('.')
      if (mark !== MARK) throw new Error('not a sealed secret')
      const bytes = Buffer.from(rest, 'base64url')
      const decipher = createDecipheriv(CIPHER, cipherKey, Buffer.from(iv, 'base64url'))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
