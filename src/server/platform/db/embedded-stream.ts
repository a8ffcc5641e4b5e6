import { Duplex } from 'node:stream'
import type { EmbeddedEngine, EngineListener } from './embedded-engine.ts'

type Done = (error?: Error | null) => void

export class EmbeddedStream extends Duplex {
  readonly #engine: EmbeddedEngine
  #connection = 0

  constructor(engine: EmbeddedEngine) {
    super()
    this.#engine = engine
  }

  connect(): this {
    const listener = {
      bytes: (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      lost: (error: Error) => this.destroy(error),
    }
    this.#attach(listener).catch((error: Error) => this.destroy(error))
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    )
  }

  override _final(done: Done): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#engine.detach(this.#connection)
    done(error)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  async #attach(listener: EngineListener): Promise<void> {
    const connection = await this.#engine.attach(listener)
    this.#connection = connection
    if (this.destroyed) this.#engine.detach(connection)
    else this.emit('connect')
  }

  // `pg` reuses its write buffers, and transferring a view would transfer its whole pool.
  #send(chunks: Buffer[], done: Done): void {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#engine.ask(this.#connection, bytes)
    done()
  }
}
