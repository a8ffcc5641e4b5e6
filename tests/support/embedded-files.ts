import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository-root.ts'

const COMMITS = /\b(lasting|openDemoDb|openTestDb|openBareDb|openDatabase|openDemoCity)\(/
/** Rolled back one by one. */
const HISTORIES = /history-building/
const MARKED = /^\/\/ On both engines:/

/** Those that commit, open databases or are marked; the others are one connection on both engines (decision 176). */
export function embeddedFiles(): string[] {
  const folder = 'tests/api'
  return readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => {
      const source = readFileSync(join(repositoryRoot, folder, file), 'utf8')
      if (MARKED.test(source) || !source.includes('undone(')) return true
      return COMMITS.test(source) && !HISTORIES.test(source)
    })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
}
