import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { childrenOf, killIfThere } from '../../support/postgres-server.ts'

export const urlOn = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

export async function connectTo(port: number): Promise<Client> {
  const client = new Client({ connectionString: urlOn(port) })
  client.on('error', () => {})
  await client.connect()
  return client
}

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

export class RunningPostgres {
  readonly #process: ChildProcess

  constructor(process: ChildProcess) {
    this.#process = process
  }

  get isOver(): boolean {
    return isOver(this.#process)
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (isOver(this.#process)) return
    const exited = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill(signal)
    await exited
  }

  freeze(): void {
    const { pid } = this.#process
    for (const one of pid === undefined ? [] : [pid, ...childrenOf(pid)]) process.kill(one, 'SIGSTOP')
  }

  async kill(): Promise<void> {
    const children = childrenOf(this.#process.pid)
    const ended = this.#end('SIGKILL')
    for (const pid of children) killIfThere(pid)
    await ended
  }

  stop(): Promise<void> {
    return this.#end('SIGQUIT')
  }
}

export class InstalledPostgres {
  readonly place: string
  readonly #bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  readonly #owner: { uid: number; gid: number } | undefined

  constructor(prefix: string) {
    this.place = mkdtempSync(join(tmpdir(), prefix))
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    this.#owner = userInfo().uid === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
    chmodSync(this.place, 0o755)
    if (this.#owner) chownSync(this.place, this.#owner.uid, this.#owner.gid)
  }

  get #options() {
    return { ...this.#owner, cwd: this.place, env: { ...process.env, LC_ALL: 'C', HOME: this.place } }
  }

  makeFolder(name: string): string {
    const path = join(this.place, name)
    mkdirSync(path, { mode: 0o700 })
    if (this.#owner) chownSync(path, this.#owner.uid, this.#owner.gid)
    return path
  }

  run(program: string, ...words: string[]): void {
    const isOurs = /^(initdb|pg_)/.test(program)
    execFileSync(isOurs ? join(this.#bin, program) : program, words, { ...this.#options, stdio: 'pipe' })
  }

  initialize(data: string): void {
    this.run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
  }

  async launch(data: string, port: number, settings: readonly string[], condition: string): Promise<RunningPostgres> {
    const all = [
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.place}`,
      'log_min_messages=panic',
      ...settings,
    ]
    const words = ['-D', data, '-p', String(port), ...all.flatMap((one) => ['-c', one])]
    const child = spawn(join(this.#bin, 'postgres'), words, {
      ...this.#options,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const endWithUs = () => void child.kill('SIGKILL')
    process.once('exit', endWithUs)
    child.once('exit', () => process.removeListener('exit', endWithUs))
    const running = new RunningPostgres(child)
    for (;;) {
      const client = await connectTo(port).catch(() => null)
      const answer = await client?.query<{ ready: boolean }>(`select ${condition} as ready`).catch(() => null)
      await client?.end().catch(() => {})
      if (answer?.rows[0]?.ready) return running
      if (running.isOver) throw new Error('PostgreSQL did not start')
      await later(200)
    }
  }

  remove(): void {
    rmSync(this.place, { recursive: true, force: true })
  }
}
