import type { MiddlewareHandler } from 'hono'
import { acceptedCodings, addVary, type Coding, pack, packSync } from './content-coding.ts'
import { digestOf, isNamed } from './etag.ts'

export interface CompressOptions {
  /**
   * true: a GET answer that succeeded may be kept by the caller and asked for again with If-None-Match
   * (`private, no-cache`, weak ETag of its content). false: nothing may be kept (`no-store`).
   */
  readonly etag: boolean
}

/** Below this, packing costs more than it saves. */
export const leastBytes = 1024
/** 4 is where brotli is as fast as gzip and smaller. */
const quality = { br: 4, gzip: 6 } as const

/**
 * Shrinks JSON answers over 1 KB and lets unchanged ones be answered by 304. An answer that says
 * `cache-control` itself keeps it and gets no ETag; all other JSON is `no-store`.
 */
export function compress({ etag }: CompressOptions): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { status, headers } = c.res
    if (!isJson(headers) || headers.has('content-encoding') || c.res.body === null) return
    const bytes = Buffer.from(await c.res.arrayBuffer())
    headers.delete('content-length')

    if (!headers.has('cache-control')) {
      const reading = c.req.method === 'GET' || c.req.method === 'HEAD'
      if (etag && reading && status === 200 && !saysRefusal(bytes)) {
        headers.set('etag', `W/"${digestOf(bytes)}"`)
        headers.set('cache-control', 'private, no-cache')
        addVary(headers, 'x-auth-token')
      } else headers.set('cache-control', 'no-store')
    }
    if (bytes.length >= leastBytes) addVary(headers, 'accept-encoding')
    const answer = (body: Uint8Array<ArrayBuffer> | null, code: number) => {
      // Assigning over an answer would carry its old headers along.
      c.res = undefined
      c.res = new Response(body, { status: code, headers })
    }

    const tag = headers.get('etag')
    if (tag !== null && isNamed(tag, c.req.header('if-none-match'))) return answer(null, 304)
    const packed = bytes.length < leastBytes ? null : await packFor(c.req.header('accept-encoding'), bytes)
    if (packed === null) return answer(bytes, status)
    headers.set('content-encoding', packed.coding)
    return answer(new Uint8Array(packed.bytes), status)
  }
}

/** The bytes shrunk in the way a caller takes best; null where it takes none. */
export async function packFor(accepted: string | undefined, bytes: Buffer) {
  const [coding] = acceptedCodings(accepted)
  return coding === undefined ? null : { coding, bytes: await shrink(coding, bytes) }
}

/** Up to this size a worker thread costs more time than the packing itself (0.1 ms), above it the loop stays free. */
const quickBytes = 20_000

function shrink(coding: Coding, bytes: Buffer): Buffer | Promise<Buffer> {
  return (bytes.length <= quickBytes ? packSync : pack)(coding, bytes, quality[coding])
}

function isJson(headers: Headers): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/.test(headers.get('content-type') ?? '')
}

/** An envelope whose code is not 200, though HTTP says so: the code stands first in it (`contract/errors.ts`). */
function saysRefusal(bytes: Buffer): boolean {
  return /^\{"code":(?!200,)/.test(bytes.toString('latin1', 0, 16))
}
