import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'

const KEY_BYTES = 16
const NONCE_BYTES = 12
/** Push services accept at most 4096 bytes. */
const RECORD_BYTES = 4096

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

export interface PushChance {
  readonly salt: Buffer
  readonly privateKey: Buffer
}

/** RFC 8291, `aes128gcm`; keys in base64url. */
export function encryptPush(text: string, p256dh: string, auth: string, { salt, privateKey }: PushChance): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const ours = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', KEY_BYTES)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD_BYTES)
  size.writeUInt8(ours.length, 4)
  // 2 marks the last record.
  const sealed = [cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, ours, ...sealed])
}
