import { connect } from 'node:net'
import { ingest, type Outcome } from '#contract/ingest.ts'
import { createDeframer } from '#server/devices/gateway/deframer.ts'
import { COMMAND } from '#server/devices/gateway/frame.ts'
import { startGateway } from '#server/devices/gateway/listen.ts'
import type { TestApi } from './api-context.ts'
import type { Fact, HttpItem } from './arrival-facts.ts'
import { OWN } from './point-fixtures.ts'
import { programOf } from './provider-program.ts'
import { frame } from './transmitter.ts'

async function openLine(t: TestApi) {
  const gateway = await startGateway(t.deps, { host: '127.0.0.1', port: 0 })
  const socket = connect(gateway.port, '127.0.0.1')
  const deframer = createDeframer()
  let answered: ((command: number) => void) | undefined
  socket.on('error', () => answered?.(-1))
  socket.on('data', (chunk) => {
    for (const found of deframer.push(chunk)) {
      if (found.is !== 'frame') continue
      const { command } = found.frame
      if (command === COMMAND.confirm || command === COMMAND.deny) answered?.(command)
    }
  })
  return {
    async send(bytes: Uint8Array): Promise<void> {
      const answer = new Promise<number>((resolve) => (answered = resolve))
      socket.write(bytes)
      const command = await answer
      if (command !== COMMAND.confirm) throw new Error(`frame answered with command ${command}`)
    },
    async close(): Promise<void> {
      socket.destroy()
      await gateway.close()
    },
  }
}

export type Way = 'http' | 'gateway'

/** HTTP facts in batches, others in frames. */
export async function deliver(
  t: TestApi,
  projectId: string,
  facts: readonly Fact[],
  wayOf: (fact: Fact) => Way,
  batch: () => number,
): Promise<void> {
  const program = programOf(t, OWN)
  let queue: Fact[] = []
  const line = facts.some((fact) => wayOf(fact) === 'gateway') ? await openLine(t) : null
  async function call(name: HttpItem['call'], said: readonly HttpItem[]): Promise<void> {
    const items = said.filter((one) => one.call === name).map(({ item }) => ({ projectId, ...item }))
    if (items.length === 0) return
    t.clock.pass(100)
    const { code, message, data } = await program.call(ingest[name], { items: items as never })
    if (code !== 200) throw new Error(`${name} answered ${code}: ${message}`)
    const { refused, results } = data as Outcome
    if (refused > 0) throw new Error(`${name} refused: ${results.map((one) => one.message).join()}`)
  }
  async function flush(): Promise<void> {
    const said = queue.flatMap(({ http }) => http)
    queue = []
    await call('events', said)
    await call('readings', said)
  }
  try {
    for (const fact of facts) {
      if (!line || wayOf(fact) === 'http') {
        queue.push(fact)
        if (queue.length >= batch()) await flush()
        continue
      }
      await flush()
      t.clock.pass(100)
      await line.send(frame(t, fact.number, [...fact.unit!]))
    }
    await flush()
  } finally {
    await line?.close()
  }
}
