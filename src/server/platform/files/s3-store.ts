import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { AwsV4Signer } from 'aws4fetch'
import { checkKey, type FileStore } from './file-key.ts'

export interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface S3Place {
  /** The bucket's URL. */
  readonly bucket: string
  readonly prefix: string
  readonly base: string
  readonly region: string
}

const WAITS = [200, 1000]
const PATIENCE_MS = 60_000

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The bucket is part of the path, with `style=host` of the host name. Null: invalid. */
export function readS3Place(url: string): S3Place | null {
  const parsed = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})((?:\/[A-Za-z0-9._-]+)*)\/?\?(.+)$/.exec(url)
  if (!parsed) return null
  const [, bucket = '', folder = '', query = ''] = parsed
  const options = new URLSearchParams(query)
  const region = options.get('region') ?? 'us-east-1'
  const told = options.get('endpoint') ?? ''
  const endpoint = URL.canParse(told) ? new URL(told) : null
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.username !== '') return null
  if (options.get('style') === 'host') endpoint.host = `${bucket}.${endpoint.host}`
  else endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/${bucket}`
  const at = endpoint.href.replace(/\/$/, '')
  return { base: `${at}${folder}/`, bucket: at, prefix: `${folder}/`.slice(1), region }
}

export function s3Store({ base, bucket, prefix, region }: S3Place, keys: S3Keys): FileStore {
  const ask = (method: string, key: string, body?: Blob, contentType?: string) =>
    askAt(base + checkKey(key), method, body, contentType)

  async function askAt(url: string, method: string, body?: Blob, contentType?: string): Promise<Response> {
    for (let tries = 0; ; tries += 1) {
      const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {}
      const signed = await new AwsV4Signer({ method, url, headers, service: 's3', region, ...keys }).sign()
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body && { body }),
      }).catch((error: unknown) => {
        if (tries >= WAITS.length) throw error
        return null
      })
      if (response && (response.status < 500 || tries >= WAITS.length)) return response
      await response?.body?.cancel()
      await later(WAITS[tries] ?? 0)
    }
  }

  /** The body may contain the names of bucket and account. */
  const failed = (method: string, { status }: Response) => new Error(`object storage: ${method} answered ${status}`)

  return {
    async put(key, content, meta) {
      checkKey(key)
      return withBlob(content, async (blob) => {
        const response = await ask('PUT', key, blob, meta?.contentType ?? 'application/octet-stream')
        await response.body?.cancel()
        if (!response.ok) throw failed('PUT', response)
        return { size: blob.size }
      })
    },
    async open(key) {
      const response = await ask('GET', key)
      if (response.ok && response.body) {
        const size = Number(response.headers.get('content-length'))
        return { stream: Readable.fromWeb(response.body as WebStream), size }
      }
      await response.body?.cancel()
      if (response.status === 404) return null
      throw failed('GET', response)
    },
    async remove(key) {
      const response = await ask('DELETE', key)
      await response.body?.cancel()
      if (!response.ok && response.status !== 404) throw failed('DELETE', response)
    },
    async *list() {
      for (let next = ''; ;) {
        const query = new URLSearchParams({ ...(next && { 'continuation-token': next }), 'list-type': '2', prefix })
        const response = await askAt(`${bucket}/?${query.toString()}`, 'GET')
        if (!response.ok) throw failed('GET', response)
        const page = await response.text()
        for (const [object] of page.matchAll(/<Contents>.*?<\/Contents>/gs)) {
          const [key, at] = [/<Key>([^<]+)</, /<LastModified>([^<]+)</].map((field) => field.exec(object)?.[1] ?? '')
          yield { key: (key ?? '').slice(prefix.length), putAt: new Date(at ?? '') }
        }
        next = /<NextContinuationToken>([^<]+)</.exec(page)?.[1] ?? ''
        if (next === '') return
      }
    },
    isOwn: () => Promise.resolve(true),
    dropHalves: () => Promise.resolve(),
  }
}

/** S3 requires the length in advance. */
async function withBlob<T>(content: Readable | Uint8Array, work: (blob: Blob) => Promise<T>): Promise<T> {
  if (content instanceof Uint8Array) return work(new Blob([Uint8Array.from(content)]))
  const spool = join(tmpdir(), `fire-put-${randomUUID()}`)
  try {
    await writeFile(spool, content, { mode: 0o600 })
    return await work(await openAsBlob(spool))
  } finally {
    await rm(spool, { force: true })
  }
}
