import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const STORAGE_KEYS = { accessKeyId: 'AKTEST', secretAccessKey: 'storage-test-secret' }
const REGION = 'cn-test-1'
const PAGE = 3

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Independently of the client under test. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (!found) return false
  const [, credential = '', names = '', signature = ''] = found
  const [key, ...scope] = credential.split('/')
  if (key !== STORAGE_KEYS.accessKeyId || !names.split(';').includes('host')) return false
  const [path = '', query = ''] = url.split('?')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, path, query, lines.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const told = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n')
  const signing = scope.reduce<Buffer | string>(hmac, `AWS4${STORAGE_KEYS.secretAccessKey}`)
  return hmac(signing, told).toString('hex') === signature
}

/** `beBusy`: 503 for the next requests. */
export async function openObjectStorage() {
  const objects = new Map<string, { bytes: Buffer; type: string; at: Date }>()
  let busy = 0
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await buffer(request)
      if (!isSigned(request)) return response.writeHead(403).end()
      if (busy > 0) {
        busy -= 1
        return response.writeHead(503).end()
      }
      const asked = new URL(request.url ?? '', 'http://storage')
      const place = decodeURIComponent(asked.pathname)
      const prefix = asked.searchParams.get('prefix')
      if (request.method === 'GET' && prefix !== null) {
        const keys = [...objects.keys()].map((name) => name.slice(place.length)).filter((key) => key.startsWith(prefix))
        const after = keys.indexOf(asked.searchParams.get('continuation-token') ?? '') + 1
        const page = keys.slice(after, after + PAGE).map((key) => {
          const at = objects.get(place + key)?.at.toISOString() ?? ''
          return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`
        })
        const more =
          after + PAGE < keys.length ? `<NextContinuationToken>${keys[after + PAGE - 1]}</NextContinuationToken>` : ''
        return response.writeHead(200).end(`<ListBucketResult>${page.join('')}${more}</ListBucketResult>`)
      }
      const held = objects.get(place)
      switch (request.method) {
        case 'PUT':
          if (request.headers['content-length'] === undefined) return response.writeHead(411).end()
          objects.set(place, { bytes: body, type: request.headers['content-type'] ?? '', at: new Date() })
          return response.writeHead(200).end()
        case 'GET':
          if (!held) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
          return response.writeHead(200, { 'content-length': held.bytes.length }).end(held.bytes)
        case 'DELETE':
          objects.delete(place)
          return response.writeHead(204).end()
        default:
          return response.writeHead(405).end()
      }
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    url: `s3://fire-files/city?endpoint=http://127.0.0.1:${port}&region=${REGION}`,
    beBusy: (times: number) => void (busy = times),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
