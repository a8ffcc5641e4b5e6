import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type DatabaseContent, withContent } from './database-content.ts'
import { provideTemplates } from './database-template.ts'
import { startPooler } from './pooler.ts'
import { startPostgresServer } from './postgres-server.ts'
import { repositoryRoot as root } from './repository-root.ts'

export type TestDatabases =
  | { kind: 'images'; files: Record<DatabaseContent, string> }
  | { kind: 'templates'; url: string; names: Record<DatabaseContent, string>; pooler?: string }

declare module 'vitest' {
  interface ProvidedContext {
    testDatabases: TestDatabases
  }
}

const cache = join(root, 'node_modules/.cache/database-image')
const keptMillis = 24 * 60 * 60 * 1000
// Part of the fingerprint.
const sources: Record<DatabaseContent, string[]> = {
  empty: ['src/server/schema', 'src/server/platform/db'],
  demo: [
    'src/server',
    'src/contract',
    'src/demo/seed',
    'tests/support/demo-now.ts',
    'tests/support/database-content.ts',
    'tests/support/light-passwords.ts',
  ],
}

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

function fingerprint(content: DatabaseContent): string {
  const hash = createHash('sha256')
  for (const source of [...sources[content], 'node_modules/@electric-sql/pglite/package.json']) {
    for (const file of filesBelow(join(root, source))) hash.update(`${file}\0`).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

function dropOldImages(): void {
  for (const name of readdirSync(cache)) {
    const file = join(cache, name)
    if (Date.now() - statSync(file).mtimeMs > keptMillis) rmSync(file, { force: true })
  }
}

async function makeImage(content: DatabaseContent): Promise<string> {
  const file = join(cache, `${content}-${fingerprint(content)}.tar`)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  dropOldImages()
  const image = await withContent(
    content,
    'memory:',
    (opened) => opened.dump?.() ?? Promise.reject(new Error('no image')),
  )
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, image)
  renameSync(draft, file)
  return file
}

/** TEST_DATABASE_URL selects a server, TEST_ENGINE=postgres starts one, TEST_POOLER with a pooler. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_DATABASE_URL: url, TEST_ENGINE: engine } = process.env
  if (url !== undefined && url !== '') return provideTemplates(project, url)
  if (engine === 'postgres') {
    const server = await startPostgresServer('volatile')
    const pooler = process.env.TEST_POOLER ? await startPooler(server.url, 5) : undefined
    try {
      await provideTemplates(project, server.url, pooler?.url)
    } catch (error) {
      await server.stop()
      throw error
    }
    return async () => {
      await pooler?.stop()
      await server.stop()
    }
  }
  const files = { empty: await makeImage('empty'), demo: await makeImage('demo') }
  project.provide('testDatabases', { kind: 'images', files })
  return undefined
}
