import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DatabaseLog } from './database-log.ts'

export type EngineListener = { bytes(bytes: Uint8Array): void; lost(error: Error): void }

export type EngineOptions = {
  /** Repository root. */
  root: string
  directory: string | null
  image: Uint8Array | null
  /** Each costs about 0.2 s per start. */
  extensionNames: string[]
  /** PGlite has no statement timeout and can freeze. ms; 0: never. */
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

/** If the worker of a file database dies, the next connection reopens it. */
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

  async start(): Promise<void> {
    if (this.#stopping) throw new Error('the embedded database is closed')
    if (this.#gone !== undefined) throw this.#gone
    this.#running ??= this.#launch()
    await this.#running.ready
  }

  async attach(listener: EngineListener): Promise<number> {
    await this.start()
    this.#lastConnection += 1
    this.#listeners.set(this.#lastConnection, listener)
    return this.#lastConnection
  }

  detach(connection: number): void {
    this.#listeners.delete(connection)
  }

  /** `bytes` is transferred and unusable afterwards. */
  ask(connection: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#running === undefined) return
    this.#unanswered += 1
    this.#watch()
    this.#running.worker.postMessage({ kind: 'ask', connection, bytes }, [bytes.buffer])
  }

  async dump(): Promise<Uint8Array> {
    await this.start()
    return new Promise((resolve) => {
      this.#dumped = resolve
      this.#running?.worker.postMessage({ kind: 'dump' }, [])
    })
  }

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
    const worker = new Worker(join(root, 'src/server/platform/db/pglite-worker.mjs'), {
      workerData: { directory, image, extensionNames },
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
      // An in-memory database cannot be reopened: a restarted worker would be empty.
      if (this.#options.directory === null) this.#gone = error
    }
    for (const listener of this.#listeners.values()) listener.lost(error)
    this.#listeners.clear()
  }
}
