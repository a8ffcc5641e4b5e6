import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DatabaseLog } from './database-log.ts'

/** What one connection hears from the engine. */
export type EngineListener = { bytes(bytes: Uint8Array): void; lost(error: Error): void }

export type EngineOptions = {
  /** Repository root: the worker's source stands at src/server/db/pglite-worker.mjs below it. */
  root: string
  /** Absolute path of the data directory; null keeps everything in memory. */
  directory: string | null
  /** A dumped data directory to start an in-memory database from. */
  image: Uint8Array | null
  /** Extensions that `create extension` may name, and those the database already has: each costs some 0.2 s at every start. */
  extensionNames: string[]
  /** A batch unanswered for this long (ms) ends the worker: the engine has no statement timeout and can freeze. 0: never. */
  stallAfterMillis: number
  log: DatabaseLog
}

type FromWorker =
  | { kind: 'ready' }
  | { kind: 'answer'; connection: number; bytes: Uint8Array; done: boolean }
  | { kind: 'dumped'; bytes: Uint8Array }
  | { kind: 'stopped' }

type Running = { worker: Worker; ready: Promise<void>; exited: Promise<void> }

const stopWithinMillis = 10_000

/**
 * PGlite in a worker thread, spoken to in PostgreSQL's wire protocol.
 * A file database whose worker dies is opened again at the next connection, as after a crash of a server.
 */
export class EmbeddedEngine {
  readonly #options: EngineOptions
  readonly #listeners = new Map<number, EngineListener>()
  #running: Running | undefined
  #lastConnection = 0
  #unanswered = 0
  #stall: NodeJS.Timeout | undefined
  #dumped: ((bytes: Uint8Array) => void) | undefined
  #stopped: (() => void) | undefined
  #stopping = false
  #gone: Error | undefined

  constructor(options: EngineOptions) {
    this.#options = options
  }

  /** Starts the worker where none runs; rejects with the reason when the database can't be opened. */
  async start(): Promise<void> {
    if (this.#stopping) throw new Error('the embedded database is closed')
    if (this.#gone !== undefined) throw this.#gone
    this.#running ??= this.#launch()
    await this.#running.ready
  }

  /** Gives the connection's number once the database is open. */
  async attach(listener: EngineListener): Promise<number> {
    await this.start()
    this.#lastConnection += 1
    this.#listeners.set(this.#lastConnection, listener)
    return this.#lastConnection
  }

  detach(connection: number): void {
    this.#listeners.delete(connection)
  }

  /** Sends whole frontend messages; `bytes` is handed over and unusable afterwards. */
  ask(connection: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#running === undefined) return
    this.#unanswered += 1
    this.#watch()
    this.#running.worker.postMessage({ kind: 'ask', connection, bytes }, [bytes.buffer])
  }

  /** The data directory as an uncompressed tar, for `image`. */
  async dump(): Promise<Uint8Array> {
    await this.start()
    return new Promise((resolve) => {
      this.#dumped = resolve
      this.#running?.worker.postMessage({ kind: 'dump' }, [])
    })
  }

  /** Closes the database and ends the worker; a worker that does not answer is ended after 10 s. */
  async stop(): Promise<void> {
    this.#stopping = true
    const running = this.#running
    if (running === undefined) return
    const stopped = new Promise<void>((resolve) => {
      this.#stopped = resolve
    })
    const overdue = setTimeout(() => this.#stopped?.(), stopWithinMillis)
    running.worker.postMessage({ kind: 'stop' }, [])
    await Promise.race([stopped, running.exited])
    clearTimeout(overdue)
    await running.worker.terminate()
    await running.exited
  }

  #launch(): Running {
    const { root, directory, image, extensionNames } = this.#options
    const worker = new Worker(join(root, 'src/server/db/pglite-worker.mjs'), {
      workerData: { directory, image, extensionNames },
      // The loaders and conditions a test runner or dev server put in its own arguments are not the worker's.
      execArgv: [],
    })
    let failure = new Error('the embedded database stopped')
    const ready = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve()
        else this.#hear(message)
      })
      worker.on('error', (error) => {
        failure = error
      })
      worker.on('exit', () => {
        reject(failure)
        this.#lose(failure)
      })
    })
    ready.catch(() => undefined)
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve())
    })
    return { worker, ready, exited }
  }

  #hear(message: Exclude<FromWorker, { kind: 'ready' }>): void {
    if (message.kind === 'dumped') this.#dumped?.(message.bytes)
    else if (message.kind === 'stopped') this.#stopped?.()
    else {
      if (message.done) this.#unanswered -= 1
      this.#watch()
      if (message.bytes.length > 0) this.#listeners.get(message.connection)?.bytes(message.bytes)
    }
  }

  #watch(): void {
    clearTimeout(this.#stall)
    if (this.#unanswered === 0 || this.#options.stallAfterMillis === 0) return
    this.#stall = setTimeout(() => {
      this.#options.log.error(
        { millis: this.#options.stallAfterMillis },
        'embedded database gives no answer: restarting it',
      )
      void this.#running?.worker.terminate()
    }, this.#options.stallAfterMillis)
    this.#stall.unref()
  }

  #lose(reason: Error): void {
    clearTimeout(this.#stall)
    this.#unanswered = 0
    const error = Object.assign(new Error(reason.message), { code: 'ECONNRESET' })
    if (!this.#stopping) {
      this.#options.log.error({ reason: reason.message }, 'embedded database stopped unexpectedly')
      this.#running = undefined
      // In memory there is nothing to come back to: a restart would answer from an empty database.
      if (this.#options.directory === null) this.#gone = error
    }
    for (const listener of this.#listeners.values()) listener.lost(error)
    this.#listeners.clear()
  }
}
