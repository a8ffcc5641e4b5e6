import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { building } from '#contract/building.ts'
import { point } from '#contract/point.ts'
import { publishing } from '#contract/publishing.ts'
import { upload } from '#contract/upload.ts'
import { BuiltServer } from '../support/built-server.ts'
import { HOSTILE_TABLES } from '../support/hostile-tables.ts'
import { HOSTILE_TEXTS, HOSTILE_UPLOADS } from '../support/heavy-uploads.ts'
import { HEAD } from '../support/point-table.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { signInAt } from './hardship-calls.ts'
import { type Answer, ask } from './person.ts'
import { tell } from './tell.ts'

/** Other callers who ask all the time, and callers who send the file at once. */
const OTHERS = 2
const SENDERS = 3
const REFERENCES = 20
/** A wait counts as the file's when it comes again: the least of so many tries. */
const TRIES = 4
const GOAL_MS = 100

interface Sent {
  readonly what: string
  send(): Promise<Answer>
}

/** What another caller's answer took at most while something was sent. */
async function longestWait(others: (() => Promise<Answer>)[], send: () => Promise<unknown>) {
  const over = new AbortController()
  let most = 0
  const asking = others.map(async (other) => {
    while (!over.signal.aborted) {
      const answer = await other()
      if (answer.body?.code !== 200) throw new Error(`another caller was refused: ${answer.status}`)
      most = Math.max(most, answer.ms)
      await later(1)
    }
  })
  await later(50)
  await Promise.all(Array.from({ length: SENDERS }, send))
  over.abort()
  await Promise.all(asking)
  return most
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
  const other = () => ask(server.url, building.list, { isAccess: 1 }, officer)
  const others = Array.from({ length: OTHERS }, () => other)
  const wait = async (send: () => Promise<unknown>) => {
    await client.query(`delete from rate_limit where key like 'import:%'`)
    return longestWait(others, send)
  }

  const harmless: number[] = []
  for (let n = 0; n < REFERENCES; n += 1) harmless.push(await wait(() => table(HEAD)))
  const reference = harmless.toSorted((a, b) => a - b)[Math.floor(REFERENCES / 2)] ?? 0
  const all: (() => Sent)[] = [
    ...HOSTILE_TABLES.map(({ what, file: make }) => () => {
      const content = make()
      return { what: `table: ${what}`, send: () => table(content) }
    }),
    ...HOSTILE_UPLOADS.map(({ what, file: make }) => () => {
      const bytes = make()
      return { what: `upload: ${what}`, send: () => file(bytes) }
    }),
    ...HOSTILE_TEXTS.map(({ what, text }) => () => ({
      what: `text: ${what}`,
      send: () => ask(server.url, publishing.preview, { kind: 0, title: 'x', bodyHtml: text() } as never, officer),
    })),
  ]
  const waits: number[] = []
  for (const make of all) {
    const { what, send } = make()
    let least = Infinity
    let code: unknown
    const once = async () => {
      const answer = await send()
      code = answer.body?.code ?? answer.status
    }
    for (let n = 0; n < TRIES && least > reference + GOAL_MS; n += 1) least = Math.min(least, await wait(once))
    waits.push(least - reference)
    console.log(`${what}: ${String(code)}; others waited ${least.toFixed(0)} ms at most`)
  }
  const beside = { name: 'beside a table of a header alone, median', value: reference }
  tell({ name: `hostile files: of ${all.length}, ${SENDERS} at once; longest wait of others`, value: Math.max(...waits) + reference, unit: 'ms' })
  console.log(`${beside.name}: ${reference.toFixed(0)} ms (${Math.min(...harmless).toFixed(0)} to ${Math.max(...harmless).toFixed(0)})`)
  tell({ name: 'hostile files: longest wait because of one', value: Math.max(...waits), unit: 'ms', goal: `≤ ${GOAL_MS}` })
  tell({ name: 'hostile files: that made others wait longer', value: waits.filter((ms) => ms > GOAL_MS).length, unit: '', goal: '≤ 0' })
  return waits.every((ms) => ms <= GOAL_MS)
}

/** How long other callers wait while tables, attachments and texts are read that were made to hold the process. */
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
