import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { repositoryRoot as root } from './repository-root.ts'

const WAITS = 100

function findPgbouncer(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const found = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path))
  if (found === undefined) throw new Error('pgbouncer is missing: apt-get install pgbouncer, or .ci/run')
  return found
}

const idOfNobody = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

export interface Pooler {
  readonly url: string
  stop(): Promise<void>
}

/** @param size connections to the database */
export async function startPooler(databaseUrl: string, size: number, hasTimeouts = true): Promise<Pooler> {
  const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'fire-pgbouncer-'))
  chmodSync(folder, 0o777)
  const [port, settings] = [await freePort(), join(folder, 'pgbouncer.ini')]
  const [, query = ''] =
    /(connect_query='[^']+')/.exec(readFileSync(join(root, 'docs/operations/pgbouncer.ini'), 'utf8')) ?? []
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${databasePort} ${hasTimeouts ? query : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 200
`,
  )
  const owner = userInfo().uid === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {}
  const running: ChildProcess = spawn(findPgbouncer(), ['-q', settings], { stdio: 'ignore', ...owner })
  const endWithUs = () => void running.kill('SIGKILL')
  process.once('exit', endWithUs)
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  for (let waited = 0; ; waited++) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (waited === WAITS) throw error
      await later(100)
    }
  }
  return {
    url,
    async stop() {
      process.removeListener('exit', endWithUs)
      const exited = once(running, 'exit')
      running.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
