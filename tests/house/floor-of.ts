/** May import its own `level` and lower. */
export interface Floor {
  readonly world: 'contract' | 'server' | 'app' | 'sw' | 'demo' | 'mocks'
  readonly name: string
  readonly level: number
  readonly group: string | null
  readonly module?: number
}

const APP = [
  'scheduling',
  'lib',
  'prefetch',
  'faults',
  'ui',
  'session',
  'offline',
  'repair',
  'data',
  'parts',
  'features',
  'routes',
  'router',
  'boot',
  'gallery',
  'main',
] as const
const APP_ROOT_FILES = new Map<string, (typeof APP)[number]>([
  ['main.tsx', 'main'],
  ['inline-script.ts', 'main'],
  ['boot.ts', 'boot'],
  ['boot.tsx', 'boot'],
  ['router.ts', 'router'],
  ['router.tsx', 'router'],
  ['routeTree.gen.ts', 'router'],
  ['env.ts', 'lib'],
])

/** Each may import those below it. */
export const SERVER_MODULES = [
  'schema',
  'platform',
  'reference',
  'identity',
  'registry',
  'evaluation',
  'devices',
  'content',
  'reporting',
  'operations',
] as const
const SERVER = ['columns', 'table', 'plumbing', 'present', 'store', 'verb', 'api', 'create-api', 'main'] as const
type ServerFloor = (typeof SERVER)[number]
const PLUMBING = ['schema', 'platform']
const SERVER_FILES = new Map<string, ServerFloor>([
  ['main.ts', 'main'],
  ['admin.ts', 'main'],
  ['start.mjs', 'main'],
  ['create-api.ts', 'create-api'],
  ['answer-call.ts', 'create-api'],
  ['calls.ts', 'create-api'],
  ['create-deps.ts', 'create-api'],
  ['schema/columns.ts', 'columns'],
])
const SERVER_SUFFIXES: readonly [RegExp, ServerFloor][] = [
  [/\.table\.ts$/, 'table'],
  [/\.present\.ts$/, 'present'],
  [/\.store\.ts$/, 'store'],
  [/\.api\.ts$/, 'api'],
]

function serverFloor(path: string): ServerFloor {
  const own = SERVER_FILES.get(path) ?? SERVER_SUFFIXES.find(([pattern]) => pattern.test(path))?.[1]
  if (own) return own
  const [first = ''] = path.split('/')
  return first === path || PLUMBING.includes(first) ? 'plumbing' : 'verb'
}

function appFloor(path: string): (typeof APP)[number] | undefined {
  const [first = ''] = path.split('/')
  return first === path ? APP_ROOT_FILES.get(path) : APP.find((name) => name === first)
}

/** Undefined: none. */
export function floorOf(file: string): Floor | undefined {
  const [, world, rest] = /^(?:src\/(contract|server|app|sw|demo)|mocks)\/(.+)$/.exec(file) ?? []
  if (rest === undefined) return undefined
  const [first = null, second = null] = rest.split('/')
  if (world === 'app') {
    const name = appFloor(rest)
    if (!name) return undefined
    return { world, name, level: APP.indexOf(name), group: name === 'features' ? second : null }
  }
  if (world === 'server') {
    const module = rest === first ? SERVER_MODULES.length : SERVER_MODULES.findIndex((known) => known === first)
    if (module < 0) return undefined
    const name = serverFloor(rest)
    return { world, name, level: SERVER.indexOf(name), group: null, module }
  }
  return { world: (world ?? 'mocks') as Floor['world'], name: world ?? 'mocks', level: 0, group: null }
}
