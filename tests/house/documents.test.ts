import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { filesUnder } from './read-modules.ts'

const AT_LEAST = ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/decisions.md']
const documents = [...new Set([...AT_LEAST, 'SECURITY.md', 'CHANGELOG.md', ...filesUnder(root, 'docs')])].filter(
  (path) => path.endsWith('.md') && existsSync(join(root, path)),
)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const there = (path: string) => existsSync(join(root, path))
const FLOORS: Record<string, string> = {
  contract: 'src/contract',
  server: 'src/server',
  app: 'src/app',
  sw: 'src/sw',
  demo: 'src/demo',
  mocks: 'mocks',
}

const fileNames = new Set(
  ['src', 'tests', 'mocks', 'docs', 'public'].flatMap((folder) =>
    filesUnder(root, folder).map((path) => basename(path)),
  ),
)

/** Null: it exists. */
const unknownName = (code: string): string | null =>
  /^\w[\w.-]*\.(tsx?|mjs|sql|tsv|md)$/.test(code) && !there(code) && !fileNames.has(code) ? code : null

/** Of `src/app/data/<group>.ts`, the folder. */
function pathIn(code: string): string | null {
  const folder = /^((?:docs|mocks|public|src|tests)\/.*?\/?)[^/]*<[^>]+>[^\s]*$/.exec(code)
  if (folder) return folder[1] ?? null
  if (/[<>*{}$…\s]/.test(code)) return null
  const floor = /^#(contract|server|app|sw|demo|mocks)\/(.+)$/.exec(code)
  if (floor) return `${FLOORS[floor[1] ?? '']}/${floor[2]}`
  return /^(\.ci|docs|mocks|public|src|tests)\/./.test(code) ? code.replace(/:\d+$/, '') : null
}

function lacking(path: string): string[] {
  const text = read(path)
  const prose = text.replace(/^```.*?^```/gms, '')
  const words = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
  const code = words.flatMap((word) => pathIn(word) ?? [])
  const links = [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].flatMap(([, to = '']) =>
    /^[a-z]+:/.test(to) ? [] : [posix.join(dirname(path), to)],
  )
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name = '']) =>
    name in scripts ? [] : [`npm run ${name}`],
  )
  const names = words.flatMap((word) => unknownName(word) ?? [])
  return [...[...code, ...links].filter((cited) => !there(cited)), ...names, ...commands]
}

describe('the documents', () => {
  test('for newcomers exist', () => {
    expect(AT_LEAST.filter((path) => !there(path))).toEqual([])
  })

  test.each(documents)('%s cites only files and commands that exist', (path) => {
    expect(lacking(path)).toEqual([])
  })
})

describe('the documents for developers and operators', () => {
  test('have at most 12,500 words', () => {
    const counted = ['README.md', 'CONTRIBUTING.md', ...documents.filter((path) => path.startsWith('docs/'))]
    expect(counted.reduce((sum, path) => sum + wordsIn(read(path)), 0)).toBeLessThanOrEqual(12_500)
  })

  test.each(documents)('%s uses standard words', (path) => {
    expect(read(path).match(/\b(anew|nobody|in sight|stands|is told|goes on)\b/gi) ?? []).toEqual([])
  })

  test.each(documents)('%s names the levels of the authority: 总队, 支队', (path) => {
    expect(read(path)).not.toContain('大队')
  })
})

describe('the decisions', () => {
  const entries = read('docs/decisions.md')
    .split(/^### /m)
    .slice(1)
    .map((text) => text.split(/^## /m)[0] ?? '')
  const numbers = entries.map((text) => Number(/^(\d+)\. /.exec(text)?.[1]))

  test('have a number each, and at most 120 words of context, decision and consequence', () => {
    expect(entries.length).toBeGreaterThan(20)
    expect(new Set(numbers).size).toBe(entries.length)
    expect(
      entries.filter(
        (text) => wordsIn(text) > 120 || !/\*\*Context\.\*\*.+\*\*Decision\.\*\*.+\*\*Consequence\.\*\*/.test(text),
      ),
    ).toEqual([])
  })

  test('exist if cited', () => {
    const files = [...['src', 'mocks', 'tests'].flatMap((folder) => filesUnder(root, folder)), ...documents]
    const cited = files
      .filter((path) => /\.(tsx?|mjs|sql|md)$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/\bdecision (\d+)/g)].map(([, number]) => ({ path, number: Number(number) })),
      )
    expect(cited.length).toBeGreaterThan(5)
    expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })
})
