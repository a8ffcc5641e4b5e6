import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export const FAULTS = [
  'stall in headers',
  'stall in body',
  'cut',
  'reset',
  '401 with HTML',
  '403 with HTML',
  '502 with HTML',
  '200 with HTML',
  'wrong envelope',
  'slow drip',
  'black hole',
  'duplicate answer',
  'redirect',
] as const
export type Fault = (typeof FAULTS)[number]

const PAGE = '<!doctype html><html><body>请先登录网络</body></html>'
const DRIP_MS = 20

/** Answer of a path, applied once per idempotency key. */
export type Answers = (path: string, key: string) => unknown

/** One path at a time can have a fault. */
export async function openFaultServer(answers: Answers) {
  const sockets = new Set<Socket>()
  const made = new Map<string, unknown>()
  let faulty: { path: string; fault: Fault } | undefined
  let met = 0

  /** Like our server, it applies each idempotency key once. */
  function answerOf(path: string, key: string): string {
    const known = key !== '' && made.has(`${path} ${key}`)
    const data = known ? made.get(`${path} ${key}`) : answers(path, key)
    if (key !== '') made.set(`${path} ${key}`, data)
    return JSON.stringify({ code: 200, message: '操作成功', msg: '操作成功', data })
  }

  function misbehave(fault: Fault, path: string, key: string, response: ServerResponse): void {
    const { socket } = response
    const head = (status: string, length: number, type = 'application/json') =>
      socket?.write(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`)
    switch (fault) {
      case 'stall in headers':
        return void socket?.write('HTTP/1.1 200 OK\r\ncontent-type: applica')
      case 'stall in body':
      case 'cut':
      case 'slow drip': {
        const body = answerOf(path, key)
        head('200 OK', body.length + 10_000)
        socket?.write(body.slice(0, 12))
        if (fault === 'cut') socket?.end()
        if (fault === 'slow drip') {
          const timer = setInterval(() => socket?.write(' '), DRIP_MS)
          socket?.on('close', () => clearInterval(timer))
        }
        return
      }
      case 'reset':
        return void socket?.resetAndDestroy()
      case '401 with HTML':
      case '403 with HTML':
      case '502 with HTML':
      case '200 with HTML':
        return void response.writeHead(Number(fault.slice(0, 3)), { 'content-type': 'text/html' }).end(PAGE)
      case 'wrong envelope':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":"world"}')
      case 'black hole':
        return
      case 'duplicate answer': {
        answerOf(path, key)
        const body = answerOf(path, key)
        const length = Buffer.byteLength(body)
        for (let copy = 0; copy < 2; copy += 1) {
          head('200 OK', length)
          socket?.write(body)
        }
        return
      }
      case 'redirect':
        return void response.writeHead(302, { location: `http://localhost:${portal.port}/login` }).end()
    }
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const key = String(request.headers['idempotency-key'] ?? '')
    for await (const _ of request);
    if (faulty?.path === path) {
      met += 1
      return misbehave(faulty.fault, path, key, response)
    }
    if (path === '/ops/health') return void response.end('{"status":"ok"}')
    if (path === '/report.pdf')
      return void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(path, key))
  }

  const listen = (handle: (request: IncomingMessage, response: ServerResponse) => void) =>
    new Promise<{ port: number; close(): void }>((resolve) => {
      const server = createServer(handle)
      server.on('connection', (socket) => {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => sockets.delete(socket))
      })
      server.listen(0, '127.0.0.1', () =>
        resolve({ port: (server.address() as AddressInfo).port, close: () => void server.close() }),
      )
    })
  /** The sign-in page of the network, on another host. */
  const portal = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end(PAGE)
  })
  const own = await listen((request, response) => void take(request, response).catch(() => response.destroy()))

  return {
    origin: `http://127.0.0.1:${own.port}`,
    met: () => met,
    break(path: string, fault: Fault): void {
      met = 0
      faulty = { path, fault }
    },
    mend(): void {
      faulty = undefined
      for (const socket of sockets) socket.destroy()
    },
    close(): void {
      own.close()
      portal.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
