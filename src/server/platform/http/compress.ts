import type { MiddlewareHandler } from 'hono'
import { acceptedCodings, addVary, type Coding, pack, packSync } from './content-coding.ts'
import { etagOf, isNamed } from './etag.ts'

export interface CompressOptions {
  readonly etag: boolean
}

export const leastBytes = 1024
const quality = { br: 4, gzip: 6 } as const

/** A response with its own `cache-control` keeps it and gets no ETag. */
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
        headers.set('etag', `W/"${etagOf(bytes)}"`)
        headers.set('cache-control', 'private, no-cache')
        addVary(headers, 'x-auth-token')
      } else headers.set('cache-control', 'no-store')
    }
    if (bytes.length >= leastBytes) addVary(headers, 'accept-encoding')
    const answer = (body: Uint8Array<ArrayBuffer> | null, code: number) => {
      // Assigning would merge the old headers.
      c.res = undefined
      c.res = new Response(body, { status: code, headers })
    }

    const tag = headers.get('etag')
    if (tag !== null && isNamed(tag, c.req.header('if-none-match'))) return answer(null, 304)
    const packed = bytes.length < leastBytes ? null : await compressFor(c.req.header('accept-encoding'), bytes)
    if (packed === null) return answer(bytes, status)
    headers.set('content-encoding', packed.coding)
    return answer(new Uint8Array(packed.bytes), status)
  }
}

export async function compressFor(accepted: string | undefined, bytes: Buffer) {
  const [coding] = acceptedCodings(accepted)
  return coding === undefined ? null : { coding, bytes: await shrink(coding, bytes) }
}

/** Smaller bodies compress faster (0.1 ms) than a worker thread starts. */
const quickBytes = 20_000

function shrink(coding: Coding, bytes: Buffer): Buffer | Promise<Buffer> {
  return (bytes.length <= quickBytes ? packSync : pack)(coding, bytes, quality[coding])
}

function isJson(headers: Headers): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/.test(headers.get('content-type') ?? '')
}

/** HTTP 200 despite an error; `code` is the first field. */
function saysRefusal(bytes: Buffer): boolean {
  return /^\{"code":(?!200,)/.test(bytes.toString('latin1', 0, 16))
}
