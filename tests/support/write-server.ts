import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly key: string | undefined
  readonly follows: string | undefined
  readonly token: string | undefined
  readonly type: string
  readonly body: string
}

/** Cut or never answered. */
type Answer = { readonly data: unknown } | { readonly code: number; readonly message: string } | 'cut' | 'silence'

export async function openWriteServer() {
  const received: Received[] = []
  /** Responses to successive requests; afterwards each succeeds. */
  let answers: Answer[] = []
  let uploads = 0
  let round = 0

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request
    const mine = round
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    // Of an earlier test.
    if (mine !== round) return void response.destroy()
    const header = (name: string) => headers[name] as string | undefined
    received.push({
      path,
      key: header('idempotency-key'),
      follows: header('follows'),
      token: header('x-auth-token'),
      type: headers['content-type'] ?? '',
      body: Buffer.concat(parts).toString(),
    })
    const answer = answers.shift() ?? { data: path === '/file/upload' ? `/file/${(uploads += 1)}` : null }
    if (answer === 'silence') return
    if (answer === 'cut') return void response.destroy()
    const { code, message } = 'code' in answer ? answer : { code: 200, message: '操作成功' }
    const data = 'data' in answer ? answer.data : null
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code, message, msg: message, data, errors: code === 400 ? { floor: '有误' } : {} }))
  }

  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (...next: Answer[]) => void (answers = next),
    reset(): void {
      round += 1
      received.length = 0
      answers = []
      uploads = 0
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Relative requests reach the server. */
export function showPageOf(origin: string): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(`${origin}/socialData`)
}
