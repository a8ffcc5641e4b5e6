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

/** The built server as people run it, on a port and a folder of its own. */
export class BuiltServer {
  readonly port: number
  readonly url: string
  #settings: NodeJS.ProcessEnv
  readonly #folder: string
  #process: ChildProcess | null = null
  /** Every line it wrote, of all its runs. */
  readonly said: string[] = []

  private constructor(port: number, folder: string, settings: NodeJS.ProcessEnv) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#folder = folder
    this.#settings = settings
  }

  /**
   * Starts one.
   * @param databaseUrl a PostgreSQL address; without it the embedded database, in the server's own folder
   * @param settings override those of the demo city
   */
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
      // Browsers find every name under localhost on this machine.
      ENTERPRISE_HOST: 'enterprise.localhost',
      SUPERVISION_HOST: 'supervision.localhost',
      ...settings,
    })
    await server.start()
    return server
  }

  /** Its process, while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Starts it again where it was; nothing happens where it runs. Resolves once it listens. */
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

  /** Ends it; its port refuses from then on. Resolves to its exit code, null where it was killed or not running. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#process
    if (!child) return null
    const exited = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    const [code] = await exited
    this.#process = null
    return code
  }

  /** Starts it again with other settings; an empty one takes a setting back. */
  async restart(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.stop()
    this.#settings = { ...this.#settings, ...settings }
    await this.start()
  }

  /** Runs another program of the build on what this server has. @returns how it ended and all it said */
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

  /** Ends it and does away with what it kept. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
