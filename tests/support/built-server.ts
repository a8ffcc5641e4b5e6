import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { repositoryRoot as root } from './repository-root.ts'

const program = join(root, 'dist/server/main.js')
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** With its own folder. */
export class BuiltServer {
  readonly port: number
  readonly url: string
  #settings: NodeJS.ProcessEnv
  readonly #folder: string
  #process: ChildProcess | null = null
  readonly said: string[] = []
  /** How often it was stopped. */
  stops = 0

  private constructor(port: number, folder: string, settings: NodeJS.ProcessEnv) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#folder = folder
    this.#settings = settings
  }

  /** @param databaseUrl default: embedded */
  static async start(databaseUrl?: string, settings: Readonly<Record<string, string>> = {}): Promise<BuiltServer> {
    if (!existsSync(program)) throw new Error('Nothing is built: npm run build')
    const folder = mkdtempSync(join(tmpdir(), 'fire-e2e-'))
    const port = await freePort()
    const server = new BuiltServer(port, folder, {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: String(port),
      DATABASE_URL: databaseUrl ?? `file:${join(folder, 'db')}`,
      FILES_URL: `file:${join(folder, 'files')}`,
      SEED: 'demo',
      CAPTCHA_FIXED: '0000',
      SMS_FIXED: '000000',
      VISIT_SAMPLE: '0',
      // Names under localhost are this machine.
      ENTERPRISE_HOST: 'enterprise.localhost',
      SUPERVISION_HOST: 'supervision.localhost',
      ...settings,
    })
    await server.start()
    return server
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  async start(): Promise<void> {
    if (this.#process) return
    const child = spawn(process.execPath, [program], {
      cwd: root,
      env: this.#settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    running.add(child)
    child.once('exit', () => running.delete(child))
    const { said } = this
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          said.push(line)
          if (line.includes('"msg":"listening"')) resolve()
        })
      }
      child.once('exit', (code) => {
        this.#process = null
        reject(new Error(`The server ended with ${code}:\n${said.slice(-20).join('\n')}`))
      })
    })
  }

  /** Null: killed or not running. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#process
    if (!child) return null
    this.stops++
    const exited = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    const [code] = await exited
    this.#process = null
    return code
  }

  /** An empty value removes one. */
  async restart(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.stop()
    this.#settings = { ...this.#settings, ...settings }
    await this.start()
  }

  /** With the server's settings. */
  async run(name: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, [join(root, `dist/server/${name}.js`), ...args], {
      cwd: root,
      env: this.#settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(String(chunk)))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, said: said.join('') }
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
