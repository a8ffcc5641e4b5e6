import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** Stryker's own reloads every module per mutant. */
class ResidentRunner {
  bySpeed = []
  /** Probably the next one's too. */
  killers = []

  capabilities() {
    return { reloadEnvironment: false }
  }

  async init() {
    this.server = createServer().listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }

  /** A new one at the next request. */
  async start() {
    const connected = once(this.server, 'connection')
    const worker = spawn('node_modules/.bin/vitest', ['run', '--config', 'tests/mutation/resident/vitest.config.ts'], {
      env: { ...process.env, MUTATION_PORT: String(this.server.address().port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(worker, 'exit').then(() => {
      throw new Error('The tests ended before they could be asked to run.')
    })
    const [socket] = await Promise.race([connected, ended])
    ended.catch(() => undefined)
    this.worker = worker
    this.socket = socket
    this.lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    socket.on('error', () => undefined)
    socket.once('close', () => (this.socket = undefined))
  }

  /** `undefined`: it ended. */
  async request(message) {
    if (!this.socket) await this.start()
    this.socket.write(`${JSON.stringify(message)}\n`)
    const { value } = await this.lines.next()
    return value === undefined ? undefined : JSON.parse(value)
  }

  async dryRun() {
    const result = await this.request({ kind: 'dryRun' })
    if (!result) return { status: 'error', errorMessage: 'The tests ended in the dry run.' }
    this.bySpeed = result.tests.toSorted((a, b) => a.timeSpentMs - b.timeSpentMs).map(({ id }) => id)
    return result
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    // A new runner had no dry run.
    const order = [...new Set([...this.killers, ...this.bySpeed, ...(testFilter ?? [])])]
    const tests = order.filter((id) => !testFilter || testFilter.includes(id))
    const message = { kind: 'mutantRun', mutant: activeMutant.id, tests, hitLimit }
    const result = (await this.request(message)) ?? { status: 'timeout', reason: 'The worker ended.' }
    if (result.status === 'killed') this.killers = [...new Set([...result.killedBy, ...this.killers])].slice(0, 8)
    return result
  }

  async dispose() {
    this.socket?.destroy()
    this.worker?.kill()
    this.server?.close()
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'resident', factory: () => new ResidentRunner() }]
