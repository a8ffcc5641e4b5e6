import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex, type Readable } from 'node:stream'
import { freePort } from '../../support/free-port.ts'

/** Shared by all connections. */
const ROUND_TRIP_MS = 150
const DOWN_BYTES_PER_MS = 200
const UP_BYTES_PER_MS = 93.75

/** Arrives half a round trip later. */
class Direction {
  bytes = 0
  #freeAt = 0
  readonly #waiting: { at: number; run: () => void }[] = []

  constructor(readonly bytesPerMs: number) {}

  carry(bytes: number, isSlow: boolean, left: () => void, arrive: () => void): void {
    const now = performance.now()
    this.bytes += bytes
    this.#freeAt = Math.max(this.#freeAt, now) + (isSlow ? bytes / this.bytesPerMs : 0)
    this.#at(this.#freeAt, left)
    this.#at(this.#freeAt + (isSlow ? ROUND_TRIP_MS / 2 : 0), arrive)
  }

  #at(at: number, run: () => void): void {
    const behind = this.#waiting.findIndex((other) => other.at > at)
    this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, { at, run })
    if (this.#waiting[0]?.run === run) this.#wait()
  }

  #timer: NodeJS.Timeout | undefined

  #wait(): void {
    clearTimeout(this.#timer)
    const [next] = this.#waiting
    if (next) this.#timer = setTimeout(() => this.#run(), Math.max(0, next.at - performance.now()))
  }

  #run(): void {
    while (this.#waiting[0] && this.#waiting[0].at <= performance.now() + 0.5) this.#waiting.shift()!.run()
    this.#wait()
  }
}

const PIECE = 2920

class Far extends Duplex {
  constructor(
    readonly near: Socket,
    readonly line: { readonly up: Direction; readonly down: Direction; isSlow: boolean },
  ) {
    super({ allowHalfOpen: false })
    // The hand-shake of TCP comes first.
    const openAt = performance.now() + (line.isSlow ? ROUND_TRIP_MS : 0)
    near.setNoDelay(true)
    near.on('data', (bytes) => {
      const send = () => line.up.carry(bytes.length, line.isSlow, noop, () => void (this.destroyed || this.push(bytes)))
      setTimeout(send, Math.max(0, openAt - performance.now()))
    })
    near.on('close', () => this.destroy())
    near.on('error', () => this.destroy())
    this.on('error', noop)
    this.on('close', () => near.destroy())
  }

  override _read() {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (failure?: Error | null) => void) {
    const send = (from: number) => {
      const piece = bytes.subarray(from, from + PIECE)
      const next = from + piece.length
      const arrive = () => void (this.near.destroyed || this.near.write(piece))
      this.line.down.carry(piece.length, this.line.isSlow, () => (next < bytes.length ? send(next) : done()), arrive)
    }
    send(0)
  }
}

const noop = () => undefined

interface Answer {
  readonly back: Http2ServerResponse
  readonly urgency: number
  readonly pieces: Buffer[]
  hasEnded: boolean
}

/** As the browser's `priority` asks (RFC 9218). */
class AnswersInTurn {
  readonly #waiting: Answer[] = []
  #isWriting = false

  add(from: Http2ServerRequest, back: Http2ServerResponse): (incoming: Readable) => void {
    const urgency = Number(/u=(\d)/.exec(String(from.headers.priority))?.[1] ?? 3)
    const answer: Answer = { urgency, back, pieces: [], hasEnded: false }
    const behind = this.#waiting.findIndex((other) => other.urgency > urgency)
    this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, answer)
    back.on('close', () => this.#remove(answer))
    return (incoming) => this.#take(answer, incoming)
  }

  #take(answer: Answer, incoming: Readable): void {
    incoming.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PIECE) answer.pieces.push(bytes.subarray(at, at + PIECE))
      this.#write()
    })
    incoming.on('end', () => {
      answer.hasEnded = true
      this.#write()
    })
  }

  #remove(answer: Answer): void {
    const at = this.#waiting.indexOf(answer)
    if (at !== -1) this.#waiting.splice(at, 1)
  }

  #write(): void {
    if (this.#isWriting) return
    const next = this.#waiting.find(({ pieces, hasEnded }) => pieces.length > 0 || hasEnded)
    if (!next) return
    const piece = next.pieces.shift()
    if (!piece) {
      this.#remove(next)
      next.back.end()
      return this.#write()
    }
    this.#isWriting = true
    next.back.write(piece, () => {
      this.#isWriting = false
      this.#write()
    })
  }
}

function makeCertificate(): { key: Buffer; cert: Buffer; fingerprint: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fire-line-'))
  try {
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const of = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', ['req', '-x509', ...curve, ...of, '-keyout', keyFile, '-out', certFile], {
      stdio: 'ignore',
    })
    const cert = readFileSync(certFile)
    const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    return { key: readFileSync(keyFile), cert, fingerprint: createHash('sha256').update(key).digest('base64') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

let certificate: ReturnType<typeof makeCertificate> | undefined

/** Accept the lines' certificate. */
export function lineArguments(): string[] {
  certificate ??= makeCertificate()
  return [`--ignore-certificate-errors-spki-list=${certificate.fingerprint}`]
}

export interface Line {
  readonly origin: string
  /** Else as fast as the machine. */
  isSlow: boolean
  /** Of all protocols. */
  readonly requests: number
  readonly bytes: number
  close(): void
}

export async function openLine(to: string): Promise<Line> {
  certificate ??= makeCertificate()
  const agent = new Agent({ keepAlive: true })
  const server = new URL(to)
  const line = { up: new Direction(UP_BYTES_PER_MS), down: new Direction(DOWN_BYTES_PER_MS), isSlow: false }
  const answers = new AnswersInTurn()
  let requests = 0

  const pass = (from: Http2ServerRequest, back: Http2ServerResponse) => {
    requests++
    const take = answers.add(from, back)
    const headers = Object.entries(from.headers).filter(([name]) => !name.startsWith(':'))
    const onward = request(
      { agent, hostname: server.hostname, port: server.port, path: from.url, method: from.method },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(
          ([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name),
        )
        back.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
        take(answer)
      },
    )
    for (const [name, value] of headers) if (value !== undefined) onward.setHeader(name, value)
    onward.setHeader('host', server.host)
    onward.on('error', () => back.stream?.destroy())
    back.on('close', () => onward.destroy())
    from.pipe(onward)
  }
  const secure = createSecureServer({ key: certificate.key, cert: certificate.cert }, pass)
  secure.on('sessionError', noop)
  const sockets = new Set<Socket>()
  const port = await freePort()
  const door = createServer((near) => {
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    secure.emit('connection', new Far(near, line))
  }).listen(port, '127.0.0.1')
  await once(door, 'listening')
  return {
    origin: `https://localhost:${port}`,
    get isSlow() {
      return line.isSlow
    },
    set isSlow(isSlow) {
      line.isSlow = isSlow
    },
    get requests() {
      return requests
    },
    get bytes() {
      return line.down.bytes
    },
    close() {
      for (const near of sockets) near.destroy()
      door.close()
      agent.destroy()
    },
  }
}
