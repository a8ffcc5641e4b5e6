import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

const LANES = 8
const LINE_FEED = 10

/** Row count and the SHA-256 of each line, added: PostgreSQL guarantees no order. */
export class RowSum extends Transform {
  readonly #lanes = new Uint32Array(LANES)
  #rest = Buffer.alloc(0)
  rows = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let from = 0
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
      this.add(bytes.subarray(from, at))
      from = at + 1
    }
    // The chunk's owner may reuse its memory.
    this.#rest = Buffer.from(bytes.subarray(from))
    done(null, chunk)
  }

  add(line: Uint8Array): void {
    const digest = createHash('sha256').update(line).digest()
    for (let lane = 0; lane < LANES; lane += 1)
      this.#lanes[lane] = ((this.#lanes[lane] ?? 0) + digest.readUInt32BE(lane * 4)) >>> 0
    this.rows += 1
  }

  get sum(): string {
    return [...this.#lanes].map((lane) => lane.toString(16).padStart(8, '0')).join('')
  }
}
