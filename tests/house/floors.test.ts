import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { cycles, examine } from './floor-rules.ts'
import { modulesUnder, readModule } from './read-modules.ts'

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}
const surroundings = {
  exists: (path: string) => existsSync(join(root, path)),
  dependencies: new Set(Object.keys(dependencies)),
}
const modules = modulesUnder(root, 'src', 'mocks')

describe('the project', () => {
  test('is read as a whole', () => {
    expect(modules.length).toBeGreaterThan(80)
    expect(modules.flatMap((m) => m.imports).filter((i) => i.file !== null).length).toBeGreaterThan(150)
  })

  test('has no violations', () => {
    expect(examine(modules, surroundings)).toEqual([])
  })

  test('has no import cycles', () => {
    // By the router's design.
    expect(cycles(modules.filter(({ path }) => !/^src\/app\/(routes\/|routeTree\.gen)/.test(path)))).toEqual([])
  })

  test('has only settings, folders and standard files at the top', () => {
    const settings =
      'package.json vite.config.ts tailwind.config.ts postcss.config.js tsconfig.json index.html README.md'
    const rooms = 'src public mocks tests docs'
    const readers =
      'README.zh-CN.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE package-lock.json Dockerfile compose.yaml'
    const ignored = readFileSync(join(root, '.gitignore'), 'utf8').replaceAll('/', '')
    const placed = new Set(`${settings} ${rooms} ${readers} ${ignored}`.split(/\s+/))
    expect(readdirSync(root).filter((name) => !name.startsWith('.') && !placed.has(name))).toEqual([])
  })
})

function findingsIn(files: Record<string, string>): string[] {
  const plot = Object.entries(files).map(([path, text]) => readModule(path, text))
  return [...examine(plot, { exists: () => true, dependencies: new Set(['hono']) }), ...cycles(plot)]
}

const server = 'src/server/registry/list-units.ts'
const broken: [string, string, string, RegExp][] = [
  [
    'the client reaching into the server',
    'src/app/data/unit.ts',
    `import '#server/platform/env.ts'`,
    /app imports server/,
  ],
  ['the server reaching into the client', server, `import type { A } from '#app/lib/a.ts'`, /server imports app/],
  [
    'the contract reaching into the server',
    'src/contract/a.ts',
    `export * from '#server/platform/env.ts'`,
    /contract imports s/,
  ],
  ['mocks reaching into the client', 'mocks/sms.ts', `import '#app/lib/a.ts'`, /mocks imports app/],
  ['the server loading the demo outright', 'src/server/main.ts', `import '#demo/seed/city.ts'`, /server imports demo/],
  ['a crossing that hides', server, `import '../../contract/unit.ts'`, /crosses to contract unseen/],
  ['a lower floor of the client using a higher', 'src/app/ui/a.tsx', `import '../data/unit.ts'`, /ui imports data/],
  ['a dynamic import up the floors', 'src/app/data/a.ts', `void import('../parts/b.tsx')`, /data imports parts/],
  ['a feature in a feature', 'src/app/features/a/x.tsx', `import '../b/y.tsx'`, /a feature imports a feature/],
  ['a module using a higher one', server, `import type { A } from '../devices/a.ts'`, /imports from a higher module/],
  ['a folder that is no module', 'src/server/widgets/a.ts', ``, /stands on no floor/],
  ['a store using a verb', 'src/server/registry/unit.store.ts', `import './list-units.ts'`, /store imports verb/],
  ['plumbing using a group', 'src/server/platform/a.ts', `import '../schema/unit.store.ts'`, /plumbing imports store/],
  ['calls using other calls', 'src/server/registry/unit.api.ts', `import './auth.api.ts'`, /calls import other calls/],
  ['a client folder without a floor', 'src/app/widgets/a.tsx', ``, /stands on no floor/],
  ['Node in the client', 'src/app/lib/a.ts', `import { join } from 'node:path'`, /app reaches for Node/],
  ['a server package in the client', 'src/app/lib/a.ts', `import { Hono } from 'hono'`, /app may not use hono/],
  ['anything but valibot in the contract', 'src/contract/a.ts', `import 'hono'`, /contract may not use hono/],
  ['a development package on the server', server, `import { test } from 'vitest'`, /which lack vitest/],
  ['a climb of two folders', 'src/app/features/a/x.tsx', `import '../../ui/b.tsx'`, /climbs more than one folder/],
  ['a barrel', 'src/app/ui/all.ts', `export { a } from './a.ts'\nexport * from './b.ts'`, /only passes others on/],
  ['an index file', 'src/app/ui/index.ts', `export const a = 1`, /index file/],
  ['a folder for anything', 'src/app/lib/utils/a.ts', ``, /named for nothing/],
  ['a file for anything, plainly', 'src/server/registry/helpers.ts', ``, /named for nothing/],
  ['a name in camelCase', 'src/app/ui/dataCard.tsx', ``, /not in kebab-case/],
  ['a default export', 'src/app/ui/a.tsx', `export default function A() {}`, /default export/],
  ['settings read anywhere', server, `export const a = process.env.PORT`, /reads process\.env/],
  [
    'build settings read anywhere',
    'src/app/ui/a.ts',
    `export const a = import.meta.env.DEV`,
    /reads import\.meta\.env/,
  ],
  ['the wall clock', server, `export const a = () => Date.now()`, /reads Date\.now/],
  ['the wall clock as an object', server, `export const a = () => new Date()`, /reads new Date\(\)/],
  ['chance', server, `export const a = () => Math.random()`, /reads Math\.random/],
  ['a random name', server, `export const a = () => globalThis.crypto.randomUUID()`, /reads crypto\.randomUUID/],
  ['a silenced tool', server, `// @ts-expect-error it is late\nexport const a: string = 1`, /silences a tool/],
  ['a long route file', 'src/app/routes/login.tsx', 'export const a = 1\n'.repeat(41), /at most 40 lines/],
]

describe('the checker reports', () => {
  test.each(broken)('%s', (_, path, text, said) => {
    expect(findingsIn({ [path]: text }).join('\n')).toMatch(said)
  })

  test('a cycle of two modules through a third', () => {
    const files = { 'src/app/lib/a.ts': `import './b.ts'`, 'src/app/lib/b.ts': `import './c.ts'` }
    expect(findingsIn({ ...files, 'src/app/lib/c.ts': `import { a } from './a.ts'` })).toHaveLength(1)
    expect(findingsIn({ ...files, 'src/app/lib/c.ts': `import type { a } from './a.ts'` })).toEqual([])
  })
})

describe('the checker allows', () => {
  const sound: [string, string, string][] = [
    ['a verb using a store of a lower module', server, `import '../identity/account.store.ts'`],
    ['the demo city, loaded when it is asked for', 'src/server/create-deps.ts', `void import('#demo/seed/city.ts')`],
    ['an instant made from another', server, `export const a = (at: Date) => new Date(at.getTime())`],
    ['a clock in a comment', server, `// not Date.now(): the clock is an argument\nexport const a = 'Math.random'`],
    ['settings where they are read', 'src/server/platform/env.ts', `export const a = process.env.PORT`],
    ['a feature using a part', 'src/app/features/a/x.tsx', `import '#app/parts/pager.tsx'`],
    [
      'a test beside its file',
      'src/server/registry/unit.test.ts',
      `import '#demo/seed/city.ts'\nexport const a = Date.now()`,
    ],
    ['a route named after its path', 'src/app/routes/_shell/socialData.tsx', `export const Route = 1`],
  ]
  test.each(sound)('%s', (_, path, text) => {
    expect(findingsIn({ [path]: text })).toEqual([])
  })
})
