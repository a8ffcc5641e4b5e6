import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-db.ts'
import type { DatabaseContent } from './database-content.ts'
import { databaseUrl, onServer } from './database-template.ts'
import { repositoryRoot as root } from './repository-root.ts'
import { silentLog as log } from './silent-log.ts'

/** V8 compiles the engine once per process while referenced. */
export const engineModule =
  inject('testDatabases').kind === 'images' &&
  (await WebAssembly.compile(readFileSync(join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm'))))

async function openCopy(content: DatabaseContent): Promise<OpenDatabase> {
  const source = inject('testDatabases')
  if (source.kind === 'images') {
    return openDatabase('memory:', { log, root, image: readFileSync(source.files[content]) })
  }
  const name = `fire_test_${randomBytes(6).toString('hex')}`
  await onServer(source.url, [`create database ${name} template ${source.names[content]}`])
  return droppedAtClose(source.url, name)
}

async function droppedAtClose(url: string, name: string): Promise<OpenDatabase> {
  const source = inject('testDatabases')
  const direct = databaseUrl(url, name)
  const pooler = source.kind === 'templates' ? source.pooler : undefined
  const opened = await openDatabase(pooler === undefined ? direct : databaseUrl(pooler, name), {
    log,
    root,
    maxConnections: 5,
    directUrl: pooler === undefined ? undefined : direct,
  })
  return {
    ...opened,
    async close() {
      await opened.close()
      await onServer(url, [`drop database if exists ${name} with (force)`])
    },
  }
}

/** Without tables; `close` deletes it. */
export async function openBareDb(): Promise<OpenDatabase> {
  const source = inject('testDatabases')
  if (source.kind === 'images') return openDatabase('memory:', { log, root })
  const name = `fire_test_${randomBytes(6).toString('hex')}`
  await onServer(source.url, [`create database ${name}`])
  return droppedAtClose(source.url, name)
}

export function openTestDb(): Promise<OpenDatabase> {
  return openCopy('empty')
}

export function openDemoDb(): Promise<OpenDatabase> {
  return openCopy('demo')
}
