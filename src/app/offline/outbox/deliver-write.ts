import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { toWireTime } from '#contract/time.ts'
import { upload } from '#contract/upload.ts'
import { CallError } from '#app/lib/call.ts'
import type { Connectivity } from '#app/offline/connectivity.ts'
import { classifyFailure, LATER } from './classify-failure.ts'
import {
  type Delivery,
  fileField,
  fileKey,
  type UnsentCall,
  type UnsentFile,
  type UnsentWrite,
} from './unsent-write.ts'

export interface Sender {
  uid(): string | undefined | Promise<string | undefined>
  reach(): Connectivity
  heldBack?(call: UnsentCall): Delivery | undefined
  /** Another server's lost response leaves the outcome unknown. */
  readonly isRepeatable: boolean
  send(
    endpoint: Endpoint,
    input: object,
    headers: Readonly<Record<string, string>>,
    file?: string,
  ): Promise<{ readonly answer: unknown; readonly text: string }>
}

const endpointOf = (call: UnsentCall): Endpoint => ({
  ...call,
  effect: true,
  queue: 'queue',
  input: v.unknown(),
  output: v.unknown(),
  summary: '',
})

function fill(value: unknown, files: readonly UnsentFile[]): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, files))
  if (typeof value !== 'object' || value === null) return value
  if ('$file' in value) return files[Number(value.$file)]?.address
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, fill(of, files)]))
}

function ofFile(error: unknown, at: number, name: string): unknown {
  if (!(error instanceof CallError) || LATER.has(error.code)) return error
  return new CallError(error.code, `附件“${name}”：${error.message}`, { [fileField(at)]: error.message })
}

export function createDeliver(sender: Sender) {
  /** Sent only to our own server: the idempotency key and the account's preceding writes. */
  const headersOf = (key: string, follows: readonly string[] = []): Record<string, string> =>
    sender.isRepeatable ? { 'idempotency-key': key, ...(follows.length > 0 && { follows: follows.join() }) } : {}

  const isOwn = async ({ uid }: UnsentWrite) => (await sender.uid()) === uid

  async function uploadAll(write: UnsentWrite, save: (write: UnsentWrite) => Promise<void>): Promise<UnsentWrite> {
    let now = write
    for (const [at, { blob, name, address: known }] of write.files.entries()) {
      if (known !== undefined) continue
      if (!(await isOwn(write))) break
      const key = fileKey(write, at)
      const file = new File([blob], name, { type: blob.type })
      const { answer } = await sender.send(upload.store, { file }, headersOf(key), key).catch((error: unknown) => {
        throw ofFile(error, at, name)
      })
      // A retry does not upload it again.
      const address = answer as string
      now = { ...now, files: now.files.map((one, index) => (index === at ? { ...one, address } : one)) }
      await save(now)
    }
    return now
  }

  /** Under its own account only. */
  return async (write: UnsentWrite, save: (write: UnsentWrite) => Promise<void>): Promise<Delivery> => {
    if (!(await isOwn(write))) return { kind: 'stopped' }
    const held = sender.heldBack?.(write.call)
    if (held) return held
    const endpoint = endpointOf(write.call)
    let isUpload = true
    try {
      const { files, input, key, follows } = await uploadAll(write, save)
      isUpload = false
      if (!(await isOwn(write))) return { kind: 'stopped' }
      const stamp = endpoint.stamped ? { [endpoint.stamped]: toWireTime(new Date()) } : {}
      const asked = { ...(fill(input, files) as object), ...stamp }
      const { answer, text } = await sender.send(endpoint, asked, headersOf(key, follows))
      return { kind: 'done', data: answer, words: text }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { code, message } = error
      if (code === 409 && message === endpoint.repeated) return { kind: 'done', data: null, words: message }
      const failure = classifyFailure(error, sender.reach(), sender.isRepeatable)
      return isUpload && code === 'timeout' && failure.kind === 'later' ? { ...failure, all: false } : failure
    }
  }
}
