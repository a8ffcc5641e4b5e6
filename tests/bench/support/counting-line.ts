import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export class CountingLine {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #ended = 0
  readonly passed = new Map<string, number>()

  constructor(port: number) {
    const count = (name: string) => this.passed.set(name, (this.passed.get(name) ?? 0) + 1)
    this.#server = createServer((asked, answer) => {
      const { method, url: path = '', headers } = asked
      const name = `${method} ${path.split('?')[0]}`
      count(name)
      const onward = request({ host: '127.0.0.1', port, method, path, headers }, (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers)
        if (told.headers['content-type']?.startsWith('text/event-stream')) {
          answer.flushHeaders()
          told.on('data', () => count(`${name} (frame)`))
        }
        told.pipe(answer)
      })
      onward.on('error', () => asked.socket.destroy())
      answer.on('close', () => onward.destroy())
      asked.pipe(onward)
    })
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#ended += socket.bytesRead + socket.bytesWritten
        this.#sockets.delete(socket)
      })
    })
  }

  get bytes(): number {
    return [...this.#sockets].reduce((sum, one) => sum + one.bytesRead + one.bytesWritten, this.#ended)
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}
