import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { filesUnder } from './read-modules.ts'

const AT_LEAST = ['README.md', 'docs/architecture.md', 'docs/decisions.md']
const documents = [...new Set([...AT_LEAST, 'CONTRIBUTING.md', ...filesUnder(root, 'docs')])].filter(
  (path) => path.endsWith('.md') && existsSync(join(root, path)),
)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const there = (path: string) => existsSync(join(root, path))
const FLOORS: Record<string, string> = {
  contract: 'src/contract',
  server: 'src/server',
  app: 'src/app',
  sw: 'src/sw',
  mocks: 'mocks',
}

/** A word in code type that can only be a path of ours: it starts at one of our rooms, or climbs from a floor. */
function pathIn(code: string): string | null {
  if (/[<>*{}$…\s]/.test(code)) return null
  const floor = /^#(contract|server|app|sw|mocks)\/(.+)$/.exec(code)
  if (floor) return `${FLOORS[floor[1] ?? '']}/${floor[2]}`
  return /^(\.ci|docs|mocks|public|src|tests)\/./.test(code) ? code.replace(/:\d+$/, '') : null
}

/** What a document cites and the project lacks. */
function lacking(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const prose = text.replace(/^```.*?^```/gms, '')
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, word]) => pathIn(word ?? '') ?? [])
  const links = [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].flatMap(([, to = '']) =>
    /^[a-z]+:/.test(to) ? [] : [posix.join(dirname(path), to)],
  )
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = '']) =>
    name in scripts ? [] : [`npm run ${name}`],
  )
  return [...[...code, ...links].filter((cited) => !there(cited)), ...commands]
}

describe('the documents', () => {
  test('a stranger begins with are there', () => {
    expect(AT_LEAST.filter((path) => !there(path))).toEqual([])
  })

  test.each(documents)('%s cites only files and commands that exist', (path) => {
    expect(lacking(path)).toEqual([])
  })
})
