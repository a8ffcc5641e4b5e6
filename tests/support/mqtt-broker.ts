import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { repositoryRoot as root } from './repository-root.ts'

const WAITS = 200

/** Debian installs it outside a user's PATH. */
function findProgram(name: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (found === undefined) throw new Error('mosquitto is missing: apt-get install mosquitto, or .ci/run')
  return found
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

export interface Broker {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** @param passwords by user, with docs/operations/mosquitto.acl */
export async function startBroker(passwords?: Readonly<Record<string, string>>): Promise<Broker> {
  const program = findProgram('mosquitto')
  const folder = mkdtempSync(join(tmpdir(), 'fire-mosquitto-'))
  chmodSync(folder, 0o777)
  const port = await freePort()
  const settings = join(folder, 'mosquitto.conf')
  const [list, acl] = [join(folder, 'passwords'), join(folder, 'acl')]
  if (passwords) {
    writeFileSync(list, '')
    for (const [user, password] of Object.entries(passwords))
      execFileSync(findProgram('mosquitto_passwd'), ['-b', list, user, password], { stdio: 'ignore' })
    copyFileSync(join(root, 'docs/operations/mosquitto.acl'), acl)
    for (const file of [list, acl]) chmodSync(file, 0o644)
  }
  writeFileSync(
    settings,
    `listener ${port} 127.0.0.1
${passwords ? `allow_anonymous false\npassword_file ${list}\nacl_file ${acl}` : 'allow_anonymous true'}
persistence true
persistence_location ${folder}/
autosave_interval 1
autosave_on_changes true
max_queued_messages 0
log_type error
`,
  )
  let running: ChildProcess | null = null
  const endWithUs = () => void running?.kill('SIGKILL')
  process.once('exit', endWithUs)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!running) return
    const exited = once(running, 'exit')
    running.kill(signal)
    await exited
    running = null
  }
  const start = async () => {
    running = spawn(program, ['-c', settings], { stdio: 'ignore' })
    for (let waited = 0; !(await answers(port)); waited++) {
      if (waited === WAITS) throw new Error('mosquitto did not start')
      await later(50)
    }
  }
  await start()
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      process.removeListener('exit', endWithUs)
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
