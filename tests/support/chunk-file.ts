import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository-root.ts'

/** @param name of a route or module that is imported on demand @returns its chunk's path in the built client */
export function chunkFile(name: string): string {
  const manifest = readFileSync(join(repositoryRoot, 'dist/client/build-manifest.json'), 'utf8')
  const chunks = Object.entries(JSON.parse(manifest) as Record<string, { file: string }>)
  const [, chunk] = chunks.find(([key]) => key.includes(`/${name}.`)) ?? []
  if (!chunk) throw new Error(`No chunk with ${name}`)
  return `/${chunk.file}`
}
