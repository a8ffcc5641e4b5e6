import type { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import { Client, type ClientConfig } from 'pg'

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/

/** @returns one URL per server of `postgres://user@first:5432,second:5432/database?…` */
export function urlsOf(databaseUrl: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(databaseUrl) ?? []
  const [path = '', query = ''] = after.split('?', 2)
  const options = query.split('&').filter((option) => option !== '' && option !== 'target_session_attrs=read-write')
  const rest = options.length > 0 ? `${path}?${options.join('&')}` : path
  const [first = '', ...others] = hosts.split(',')
  if (others.length === 0) return [databaseUrl]
  return [before + first + rest, ...others.map((host) => before + host + rest)]
}

/** A server that only reads: one of the others accepts writes, or will after its promotion. */
class StandbyError extends Error {
  readonly code = '25006'
}

export interface DatabaseServers {
  readonly count: number
  /** Connects to the server that last accepted writes; after a failure the next one is tried. */
  readonly Client: typeof Client
  /** @throws StandbyError where several servers are named and this one only reads */
  needWritable(client: Pick<Client, 'query'>): Promise<void>
}

export function databaseServers(databaseUrl: string): DatabaseServers {
  const urls = urlsOf(databaseUrl)
  let chosen = 0
  const skip = (url: string) => {
    if (urls[chosen] === url) chosen = (chosen + 1) % urls.length
  }
  const urlOfClient = new WeakMap<object, string>()

  class ServerClient extends Client {
    constructor(config?: string | ClientConfig) {
      const url = urls[chosen] ?? urls[0]
      super({ ...(typeof config === 'object' ? config : {}), connectionString: url })
      urlOfClient.set(this, url)
    }

    // The driver would queue the next statement behind the unanswered one.
    override query = ((...args: unknown[]) => {
      const answer: unknown = Reflect.apply(super.query, this, args)
      if (answer instanceof Promise)
        answer.catch((error: Error) => {
          if (error.message === 'Query read timeout')
            (this as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()
        })
      return answer
    }) as typeof Client.prototype.query

    override connect(): Promise<Client>
    override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void
    override connect(callback?: (error: never, client: Client) => void): Promise<Client> | void {
      const connected = async (): Promise<Client> => {
        try {
          return await super.connect()
        } catch (error) {
          skip(urlOfClient.get(this) ?? '')
          throw error
        }
      }
      if (!callback) return connected()
      callbackify(connected)(callback as (error: Error | null, client: Client) => void)
    }
  }

  return {
    count: urls.length,
    Client: ServerClient,
    async needWritable(client) {
      if (urls.length === 1) return
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      if (!rows[0]?.standby) return
      skip(urlOfClient.get(client) ?? '')
      throw new StandbyError('this server is a standby')
    },
  }
}
