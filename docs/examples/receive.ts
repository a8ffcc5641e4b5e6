// Receives forwarded fires: SECRET=whsec_… PORT=9000 node --experimental-strip-types receive.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const MAX_AGE_SEC = 300
const key = Buffer.from((process.env.SECRET ?? '').replace(/^whsec_/, ''), 'base64')
const print = (...words: unknown[]) => process.stdout.write(`${words.join(' ')}\n`)
const seen = new Set<string>()

function isGenuine(id: string, timestamp: string, signatures: string, body: Buffer): boolean {
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_AGE_SEC)) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((one) => {
    const [version, value = ''] = one.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const header = (name: string) => String(request.headers[name] ?? '')
  const id = header('webhook-id')
  if (!isGenuine(id, header('webhook-timestamp'), header('webhook-signature'), body)) {
    response.writeHead(401).end()
    return
  }
  if (!seen.has(id)) {
    const { type, data } = JSON.parse(body.toString())
    const { alarmId, version, verdict, buildingName, place } = data
    print(type, alarmId, version, verdict, buildingName, place)
    seen.add(id)
  }
  response.writeHead(204).end()
})
server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => {
  const address = server.address()
  print('listening', typeof address === 'object' ? address?.port : address)
})
