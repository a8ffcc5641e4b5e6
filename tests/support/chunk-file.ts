import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository-root.ts'

interface Chunk {
  readonly name?: string
  readonly file: string
}

/** @returns path in the built client, which has no names */
export function chunkFile(name: string): string {
  const manifest = readFileSync(join(repositoryRoot, 'dist/client/build-manifest.json'), 'utf8')
  const chunk = Object.values(JSON.parse(manifest) as Record<string, Chunk>).find((one) => one.name === name)
  if (!chunk) throw new Error(`No chunk ${name}`)
  return `/${chunk.file}`
}
