import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { toWireTime } from '#contract/time.ts'
import { upload } from '#contract/upload.ts'
import { CallError } from '#app/lib/call.ts'
import { API_BASE } from '#app/env.ts'
import { currentConnectivity } from '#app/offline/connection.ts'
import { sendWithMessage } from '#app/session/send-with-message.ts'
import { currentSession } from '#app/session/session.ts'
import { classifyFailure, LATER } from './classify-failure.ts'
import { fileField, fileKey, fileShares } from './outbox-state.ts'
import type { Delivery, WaitingCall, WaitingFile, WaitingWrite } from './waiting-write.ts'

/** Another server's lost response leaves the outcome unknown. */
const IS_REPEATABLE = API_BASE === ''

/** The form validated the input; the response passes through unchanged. */
const endpointOf = (call: WaitingCall): Endpoint => ({
  ...call,
  effect: true,
  queue: 'queue',
  input: v.unknown(),
  output: v.unknown(),
  summary: '',
})

function fill(value: unknown, files: readonly WaitingFile[]): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, files))
  if (typeof value !== 'object' || value === null) return value
  if ('$file' in value) return files[Number(value.$file)]?.address
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, fill(of, files)]))
}

/** Sent only to our own server: the idempotency key and the account's preceding writes. */
const headersOf = (key: string, follows: readonly string[] = []): Record<string, string> =>
  IS_REPEATABLE ? { 'idempotency-key': key, ...(follows.length > 0 && { follows: follows.join() }) } : {}

async function uploadOne({ blob, name }: WaitingFile, key: string): Promise<string> {
  const file = new File([blob], name, { type: blob.type })
  const show = (share: number) => fileShares.write({ ...fileShares.read(), [key]: share })
  try {
    return (await sendWithMessage(upload.store, { file }, headersOf(key), show)).answer
  } finally {
    const { [key]: _, ...others } = fileShares.read()
    fileShares.write(others)
  }
}

function ofFile(error: unknown, at: number, name: string): unknown {
  if (!(error instanceof CallError) || LATER.has(error.code)) return error
  return new CallError(error.code, `附件“${name}”：${error.message}`, { [fileField(at)]: error.message })
}

async function uploadAll(write: WaitingWrite, save: (write: WaitingWrite) => Promise<void>): Promise<WaitingWrite> {
  let now = write
  for (const [at, file] of write.files.entries()) {
    if (file.address !== undefined) continue
    const address = await uploadOne(file, fileKey(write, at)).catch((error: unknown) => {
      throw ofFile(error, at, file.name)
    })
    // A retry does not upload it again.
    now = { ...now, files: now.files.map((one, index) => (index === at ? { ...one, address } : one)) }
    await save(now)
  }
  return now
}

/** Under its own account only. */
export async function deliver(write: WaitingWrite, save: (write: WaitingWrite) => Promise<void>): Promise<Delivery> {
  if (currentSession()?.user.id !== write.uid) return { kind: 'stopped' }
  const endpoint = endpointOf(write.call)
  try {
    const { files, input, key, follows } = await uploadAll(write, save)
    const stamp = endpoint.stamped ? { [endpoint.stamped]: toWireTime(new Date()) } : {}
    const asked = { ...(fill(input, files) as object), ...stamp }
    const { answer, text } = await sendWithMessage(endpoint, asked, headersOf(key, follows))
    return { kind: 'done', data: answer, words: text }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return classifyFailure(error, currentConnectivity(), IS_REPEATABLE)
  }
}
