// Not bundled: server bundle, vitest and Vite start this file as a thread.
import { existsSync, readdirSync, rmSync, renameSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

const port = parentPort
const postBytes = 128 * 1024

async function loadExtensions(names) {
  const loaded = {}
  for (const name of names) {
    const key = name.replaceAll('-', '_')
    const module = await import(`@electric-sql/pglite/contrib/${key}`)
    loaded[key] = module[key]
  }
  return loaded
}

/** Renamed at the end: a kill leaves no partial database. */
async function makeDirectory(directory) {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} is not empty and holds no database`)
  }
  const making = `${directory}.making`
  rmSync(making, { recursive: true, force: true })
  const made = await PGlite.create(making)
  await made.close()
  renameSync(making, directory)
}

async function open({ directory, image, extensionNames }) {
  const extensions = await loadExtensions(extensionNames)
  if (directory === null) {
    return PGlite.create({ extensions, ...(image === null ? {} : { loadDataDir: new Blob([image]) }) })
  }
  if (!existsSync(`${directory}/PG_VERSION`)) await makeDirectory(directory)
  return PGlite.create(directory, { extensions })
}

function simpleQuery(sql) {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}

const database = await open(workerData)
let current = null

/** The state of the last connection must not leak into the next. */
async function resetSession() {
  for (const sql of ['ROLLBACK', 'DISCARD ALL']) {
    await database.execProtocolRawStream(simpleQuery(sql), { onRawData() {} })
  }
}

function sender(connection) {
  let parts = []
  let size = 0
  const flush = (done) => {
    const bytes = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    parts = []
    size = 0
    port.postMessage({ kind: 'answer', connection, bytes, done }, [bytes.buffer])
  }
  return {
    // Copy: a view into the engine's memory.
    add(bytes) {
      parts.push(bytes.slice())
      size += bytes.length
      if (size >= postBytes) flush(false)
    },
    flush,
  }
}

async function answer({ connection, bytes }) {
  const isStartup = bytes[0] === 0
  if (isStartup) {
    if (current !== null) await resetSession()
    current = connection
  }
  const out = sender(connection)
  if (connection === current) {
    await database.execProtocolRawStream(bytes, { onRawData: (raw) => out.add(raw) })
  }
  out.flush(true)
}

const handlers = {
  ask: answer,
  async dump() {
    const image = await database.dumpDataDir('none')
    const bytes = new Uint8Array(await image.arrayBuffer())
    port.postMessage({ kind: 'dumped', bytes }, [bytes.buffer])
  },
  async stop() {
    await database.close()
    port.postMessage({ kind: 'stopped' })
  },
}

let turn = Promise.resolve()
port.on('message', (message) => {
  turn = turn.then(() => handlers[message.kind](message))
})
port.postMessage({ kind: 'ready' })
