import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { filesUnder } from './read-modules.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

const client = join(root, 'dist/client/')
const read = (file: string) => readFileSync(join(client, file), 'utf8')
/** JavaScript budgets of pages, in bytes as compressed by our server. */
const BUDGET = { signIn: 100 * 1024, dashboard: 260 * 1024, page: 40 * 1024 }
const SIGN_IN_CHUNKS = 16

let manifest: Record<string, Chunk> = {}
let scripts: string[] = []

beforeAll(() => {
  if (!existsSync(join(client, 'build-manifest.json'))) throw new Error('Nothing is built: npm run build')
  manifest = JSON.parse(read('build-manifest.json')) as Record<string, Chunk>
  scripts = filesUnder(client, '.').filter((file) => /\.m?js$/.test(file))
})

function loadedWith(...keys: string[]): Set<string> {
  const seen = new Set<string>()
  const walk = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) walk(next)
  }
  for (const key of keys) walk(key)
  return seen
}

const filesOf = (keys: Iterable<string>) => new Set([...keys].map((key) => manifest[key]?.file ?? key))
const splitOf = (...routes: string[]) =>
  Object.keys(manifest).filter((key) => routes.some((route) => key.startsWith(`src/app/routes/${route}?`)))

const charts = () => Object.keys(manifest).filter((key) => isChart(manifest[key]?.file ?? ''))
const isChart = (file: string) => file.endsWith('.js') && /apexcharts-canvas/.test(read(file))

function compressedSize(file: string): number {
  const packed = join(client, `${file}.br`)
  return existsSync(packed) ? readFileSync(packed).length : brotliCompressSync(read(file)).length
}

describe('the built client', () => {
  test('is complete', () => {
    expect(scripts.length).toBeGreaterThan(5)
    expect(scripts).toContain('sw.js')
  })

  test.each([
    ['the database layer', /drizzle|pglite|\bpg-pool\b|node-postgres/i],
    ['the server framework', /\bhono\b/i],
    ['password hashing', /argon2/i],
    ['Node', /["'`]node:\w|\bprocess\.env\b/],
    ['mocks', /mockServiceWorker|\bmsw\b/],
    ["the demo city's password", /Fire@119demo/],
    ['a statement for the database', /\bselect\b[^;"'`]{1,80}\bfrom\s+["'`]?[a-z_]+["'`]?\s+where\b/i],
    ['a map of its sources', /sourceMappingURL=/],
  ])('contains nothing of %s', (_, word) => {
    expect(scripts.filter((file) => word.test(read(file)))).toEqual([])
  })

  test('has nothing that Chromium 86 reads otherwise', () => {
    const unknown = /\?\.\(\.\.\.|#[\w$]+ in\b/
    expect(scripts.filter((file) => unknown.test(read(file)))).toEqual([])
  })

  test('lists every script in its first page: none is found by another script', () => {
    const page = read('index.html')
    const told = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file)
    expect([...filesOf(loadedWith('index.html'))].filter((file) => !told.includes(file))).toEqual([])
  })
})

function weigh(keys: Iterable<string>, without: ReadonlySet<string> = new Set()) {
  const own = [...filesOf(keys)].filter((file) => !without.has(file))
  const files = own.map((file) => ({ file, bytes: compressedSize(file) }))
  return { files: files.sort((a, b) => b.bytes - a.bytes), total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

describe('page weight', () => {
  test('sign-in needs at most 100 KB of JavaScript, in few pieces, service worker registration included', () => {
    const worker = 'src/app/offline/register-worker.ts'
    expect(manifest).toHaveProperty([worker])
    const { files, total } = weigh(loadedWith('index.html', ...splitOf('__root.tsx', 'login.tsx'), worker))
    const rows = files.map(({ file, bytes }) => `  ${bytes}  ${file}`)
    console.log([`sign-in: ${total} bytes of JavaScript in ${files.length} files`, ...rows].join('\n'))
    // Wherever the build put it.
    expect(files.some(({ file }) => read(file).includes('图形验证码'))).toBe(true)
    expect(files.length).toBeLessThanOrEqual(SIGN_IN_CHUNKS)
    expect(total).toBeLessThanOrEqual(BUDGET.signIn)
  })

  test("the unit's dashboard needs at most 260 KB, charts included", () => {
    const { total } = weigh(
      loadedWith('index.html', ...splitOf('__root.tsx', '_shell.tsx', '_shell/socialData.tsx'), ...charts()),
    )
    console.log(`dashboard: ${total} bytes of JavaScript`)
    expect(total).toBeLessThanOrEqual(BUDGET.dashboard)
  })

  test('any other page needs at most 40 KB beyond the shell', () => {
    const shell = filesOf(loadedWith('index.html', ...splitOf('__root.tsx', '_shell.tsx')))
    const pages = Object.keys(manifest).filter((key) => key.startsWith('src/app/routes/'))
    const heavy = pages
      .map((page) => ({ page, bytes: weigh(loadedWith(page), shell).total }))
      .filter(({ page, bytes }) => !page.includes('socialData') && bytes > BUDGET.page)
    expect(heavy).toEqual([])
  })
})

describe('charts', () => {
  test('load only when a page draws one, never with a page', () => {
    expect(charts().length).toBeGreaterThan(0)
    const pages = Object.keys(manifest).filter((key) => key.startsWith('src/app/routes/'))
    const atOnce = loadedWith('index.html', ...pages)
    expect(charts().filter((key) => atOnce.has(key))).toEqual([])
  })
})
