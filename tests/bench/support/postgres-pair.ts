import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { freePort } from '../../support/free-port.ts'
import { connectTo, InstalledPostgres, type RunningPostgres, urlOn } from './installed-postgres.ts'

const SETTINGS = [
  'wal_level=replica',
  'max_wal_senders=8',
  'hot_standby=on',
  'max_connections=100',
  'max_wal_size=2GB',
  // Kills would leave files in /dev/shm.
  'dynamic_shared_memory_type=mmap',
]

interface Node {
  readonly name: string
  readonly data: string
  readonly port: number
  running: RunningPostgres | null
}

export class PostgresPair {
  readonly #installed = new InstalledPostgres('fire-pair-')
  #primary: Node
  #standby: Node

  private constructor(first: number, second: number) {
    const node = (name: string, port: number) => ({
      name,
      port,
      data: join(this.#installed.place, name),
      running: null,
    })
    this.#primary = node('one', first)
    this.#standby = node('two', second)
  }

  static async start(): Promise<PostgresPair> {
    const pair = new PostgresPair(await freePort(), await freePort())
    pair.#installed.makeFolder(pair.#primary.name)
    pair.#installed.initialize(pair.#primary.data)
    pair.#primary.running = await pair.#launch(pair.#primary, 'not pg_is_in_recovery()')
    await pair.rebuildStandby()
    return pair
  }

  #launch({ data, port }: Node, until: string): Promise<RunningPostgres> {
    return this.#installed.launch(data, port, SETTINGS, until)
  }

  get primary(): string {
    return this.#primary.name
  }

  get urlOfBoth(): string {
    const hosts = [this.#primary.port, this.#standby.port].sort((a, b) => a - b).map((port) => `127.0.0.1:${port}`)
    return `postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`
  }

  get primaryUrl(): string {
    return urlOn(this.#primary.port)
  }

  /** `freeze` leaves its connections open. */
  async losePrimary(how: 'kill' | 'freeze'): Promise<void> {
    await this.#primary.running?.[how]()
  }

  async promote(): Promise<void> {
    const client = await connectTo(this.#standby.port)
    await client.query('select pg_promote(true, 60)')
    await client.end()
    ;[this.#primary, this.#standby] = [this.#standby, this.#primary]
  }

  async rebuildStandby(): Promise<void> {
    const [primary, standby] = [this.#primary, this.#standby]
    await this.loseStandby()
    rmSync(standby.data, { recursive: true, force: true })
    this.#installed.makeFolder(standby.name)
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${standby.name}`
    this.#installed.run('pg_basebackup', '-D', standby.data, '-d', source, '-R', '-X', 'stream', '-c', 'fast')
    // A promoted server would wait for a standby of its own.
    appendFileSync(join(standby.data, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)
    standby.running = await this.#launch(standby, 'pg_is_in_recovery()')
    const client = await connectTo(primary.port)
    const isTrue = async (condition: string) => {
      const { rows } = await client.query<{ is: boolean }>(`select ${condition} as is from pg_stat_replication`)
      return rows[0]?.is === true
    }
    // Commits would wait for it.
    while (!(await isTrue(`state = 'streaming'`))) await later(50)
    await client.query(`alter system set synchronous_standby_names = '${standby.name}'`)
    await client.query('select pg_reload_conf()')
    while (!(await isTrue(`sync_state = 'sync'`))) await later(50)
    // Commits that began before it was synchronous did not wait.
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
    while (!(await isTrue(`sync_state = 'sync' and flush_lsn >= '${rows[0]?.lsn}'`))) await later(50)
    await client.end()
  }

  async loseStandby(): Promise<void> {
    await this.#standby.running?.kill()
  }

  async commitAlone(): Promise<void> {
    const client = await connectTo(this.#primary.port)
    await client.query('alter system reset synchronous_standby_names')
    await client.query('select pg_reload_conf()')
    await client.end()
  }

  async stop(): Promise<void> {
    await this.#standby.running?.stop()
    await this.#primary.running?.stop()
    this.#installed.remove()
  }
}
