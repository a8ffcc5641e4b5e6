import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { building } from '#contract/building.ts'
import { point } from '#contract/point.ts'
import { publishing } from '#contract/publishing.ts'
import { upload } from '#contract/upload.ts'
import { BuiltServer } from '../support/built-server.ts'
import { HOSTILE_TABLES } from '../support/hostile-tables.ts'
import { HOSTILE_TEXTS, HOSTILE_UPLOADS } from '../support/heavy-uploads.ts'
import { jpeg } from '../support/hostile-uploads.ts'
import { HEAD } from '../support/point-table.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { signInAt } from './support/hardship-calls.ts'
import { type Answer, ask } from './support/person.ts'
import { tell } from './support/tell.ts'

const OTHERS = 2
const SENDERS = 3
/** Other programs make a caller wait too. */
const TRIES = 4
const GOAL_MS = 100

interface Sent {
  readonly what: string
  send(): Promise<Answer>
  /** Ordinary, of the same kind and size. */
  reference(): Promise<Answer>
}

/** Once per sender or for a time. */
async function longestWait(other: () => Promise<Answer>, send: () => Promise<unknown>, forMs = 0) {
  const over = new AbortController()
  let most = 0
  const asking = Array.from({ length: OTHERS }, async () => {
    while (!over.signal.aborted) {
      const answer = await other()
      if (answer.body?.code !== 200) throw new Error(`another caller was refused: ${answer.status}`)
      most = Math.max(most, answer.ms)
      await later(1)
    }
  })
  const from = performance.now()
  const sending = async () => {
    do await send()
    while (performance.now() - from < forMs)
  }
  await Promise.all(Array.from({ length: SENDERS }, sending))
  const took = performance.now() - from
  over.abort()
  await Promise.all(asking)
  return { most, took }
}

async function buildingKey(client: Client): Promise<string> {
  const { rows } = await client.query<{ key: string }>(`
    select b.open_project_id as key from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id where a.account = 'unit01' order by b.id limit 1`)
  return rows[0]?.key ?? ''
}

async function measure(server: BuiltServer, client: Client): Promise<boolean> {
  const unit = { 'x-auth-token': await signInAt(server, 'unit01') }
  const officer = { 'x-auth-token': await signInAt(server, 'zhidui') }
  const openProjectId = await buildingKey(client)
  const table = (content: Buffer | string) =>
    ask(server.url, point.import, { openProjectId, file: new Blob([content as BlobPart]) } as never, unit)
  const file = (bytes: Uint8Array<ArrayBuffer>) =>
    ask(server.url, upload.store, { file: new File([bytes], 'a.pdf') } as never, unit)
  const text = (bodyHtml: string) =>
    ask(server.url, publishing.preview, { kind: 0, title: 'x', bodyHtml } as never, officer)
  const other = () => ask(server.url, building.list, { isAccess: 1 }, officer)
  const all: (() => Sent)[] = [
    ...HOSTILE_TABLES.map(({ what, file: make }) => () => {
      const content = make()
      return { what: `table: ${what}`, send: () => table(content), reference: () => table(HEAD) }
    }),
    ...HOSTILE_UPLOADS.map(({ what, file: make }) => () => {
      const bytes = make()
      const photo = new Uint8Array(Buffer.concat([jpeg(20, 20), Buffer.alloc(Math.max(0, bytes.length - 50))]))
      return { what: `upload: ${what}`, send: () => file(bytes), reference: () => file(photo) }
    }),
    ...HOSTILE_TEXTS.map(({ what, text: make }) => () => {
      const [html, plain] = [make(), '字'.repeat(make().length)]
      return { what: `text: ${what}`, send: () => text(html), reference: () => text(plain) }
    }),
  ]
  const waits: number[] = []
  for (const make of all) {
    const { what, send, reference } = make()
    let least = { wait: Infinity, beside: 0 }
    let code: unknown
    const once = async () => {
      const answer = await send()
      code = answer.body?.code ?? answer.status
    }
    for (let n = 0; n < TRIES && least.wait - least.beside > GOAL_MS / 2; n += 1) {
      await client.query(`delete from rate_limit where key like 'import:%'`)
      await client.query('delete from upload')
      const { most: wait, took } = await longestWait(other, once)
      const { most: beside } = await longestWait(other, reference, took)
      if (!(wait - beside >= least.wait - least.beside)) least = { wait, beside }
    }
    waits.push(least.wait - least.beside)
    const [wait, beside] = [least.wait.toFixed(0), least.beside.toFixed(0)]
    console.log(`${what}: ${String(code)}; others waited ${wait} ms at most, beside an ordinary one ${beside} ms`)
  }
  const name = `hostile files: longest wait because of one of ${all.length}, ${SENDERS} at once`
  tell({ name, value: Math.max(...waits), unit: 'ms', goal: `≤ ${GOAL_MS}` })
  const longer = waits.filter((ms) => ms > GOAL_MS).length
  tell({ name: 'hostile files: that made others wait longer', value: longer, unit: '', goal: '≤ 0' })
  return longer === 0
}

export async function benchHostileFiles(): Promise<boolean> {
  const postgres = await startPostgresServer()
  const server = await BuiltServer.start(postgres.url)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return await measure(server, client)
  } finally {
    await client.end()
    await server.remove()
    await postgres.stop()
  }
}
