import { createServer, request, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'

export type LineState = 'on' | 'off' | 'lossy' | 'slow'

const SLOW_MS = 400

export class FaultyLine {
  state: LineState = 'on'
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(port: number, alwaysServed: string, random: () => number) {
    this.#server = createServer((asked, answer) => {
      const cut = () => asked.socket.destroy()
      const isServed = asked.url === alwaysServed
      if (this.state === 'off' && !isServed) return void cut()
      const { method, url: path, headers } = asked
      const onward = request({ host: '127.0.0.1', port, method, path, headers }, (told) => {
        const reply = () => {
          if (!isServed && this.state === 'off') return void cut()
          if (method === 'POST' && this.state === 'lossy' && random() < 0.5) return void cut()
          answer.writeHead(told.statusCode ?? 502, told.headers)
          told.pipe(answer)
        }
        if (this.state === 'slow' && method === 'POST') setTimeout(reply, SLOW_MS * random())
        else reply()
      })
      onward.on('error', cut)
      answer.on('close', () => onward.destroy())
      asked.pipe(onward)
    })
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
      socket.on('error', () => undefined)
    })
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  set(state: LineState): void {
    this.state = state
    if (state === 'off') for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}
