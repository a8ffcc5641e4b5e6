import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { repositoryRoot as root } from './repository-root.ts'

export type ChildPrograms = { file(name: string): string; remove(): void }

/** Below node_modules: packages resolve. @param entries paths by name */
export async function buildPrograms(entries: Record<string, string>): Promise<ChildPrograms> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const place = mkdtempSync(join(cache, 'programs-'))
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: true, outDir: place, emptyOutDir: true, target: 'node20', rollupOptions: { input: entries } },
  })
  return { file: (name) => join(place, `${name}.js`), remove: () => rmSync(place, { recursive: true, force: true }) }
}

export class ChildProgram {
  readonly process: ChildProcess
  readonly #said: unknown[] = []
  readonly #waiting: ((message: unknown) => void)[] = []
  readonly #exited: Promise<void>

  constructor(file: string, args: string[]) {
    // Optimizing WebAssembly would cost more.
    const execArgv = ['--liftoff-only']
    this.process = fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv })
    this.process.on('message', (message) => {
      const next = this.#waiting.shift()
      if (next === undefined) this.#said.push(message)
      else next(message)
    })
    this.#exited = new Promise((resolve) => {
      this.process.once('exit', () => {
        resolve()
        for (const next of this.#waiting.splice(0)) next({ kind: 'exited' })
      })
    })
  }

  /** `{ kind: 'exited' }` at the end. */
  async hear<Message>(): Promise<Message> {
    const said = this.#said.shift()
    if (said !== undefined) return said as Message
    if (this.process.exitCode !== null || this.process.signalCode !== null) return { kind: 'exited' } as Message
    return new Promise((resolve) => {
      this.#waiting.push((message) => resolve(message as Message))
    })
  }

  tell(message: object): void {
    this.process.send(message)
  }

  /** Queued messages stay. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.#exited
  }
}
