/** Where a file stands. A higher `level` may use a lower one, and its own; never the other way round. */
export interface Floor {
  readonly world: 'contract' | 'server' | 'app' | 'sw' | 'mocks'
  readonly name: string
  readonly level: number
  /** The noun a feature or a server group belongs to. */
  readonly group: string | null
}

const APP = [
  'lib',
  'early',
  'ui',
  'session',
  'offline',
  'data',
  'parts',
  'features',
  'routes',
  'router',
  'boot',
  'main',
] as const
const APP_ROOT_FILES = new Map<string, (typeof APP)[number]>([
  ['main.tsx', 'main'],
  ['early.ts', 'main'],
  ['boot.ts', 'boot'],
  ['boot.tsx', 'boot'],
  ['router.ts', 'router'],
  ['router.tsx', 'router'],
  ['routeTree.gen.ts', 'router'],
  ['env.ts', 'lib'],
])

const SERVER = ['columns', 'table', 'plumbing', 'present', 'store', 'verb', 'api', 'create-api', 'main'] as const
type ServerFloor = (typeof SERVER)[number]
const PLUMBING = ['http', 'db', 'files', 'audit', 'content']
const SERVER_FILES = new Map<string, ServerFloor>([
  ['main.ts', 'main'],
  ['admin.ts', 'main'],
  ['start.mjs', 'main'],
  ['vite-dev-api.ts', 'main'],
  ['create-api.ts', 'create-api'],
  ['answer-call.ts', 'create-api'],
  ['calls.ts', 'create-api'],
  ['create-deps.ts', 'create-api'],
  ['db/columns.ts', 'columns'],
  // Who is calling: every floor that scopes rows needs to know.
  ['auth/session.ts', 'plumbing'],
])
const SERVER_SUFFIXES: readonly [RegExp, ServerFloor][] = [
  [/\.table\.ts$/, 'table'],
  [/\.present\.ts$/, 'present'],
  [/\.store\.ts$/, 'store'],
  [/\.api\.ts$/, 'api'],
  // Jobs run verbs by the clock as calls run them by request.
  [/^jobs\//, 'api'],
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

/** The floor of a file named from the project's root, or undefined where no floor has a place for it. */
export function floorOf(file: string): Floor | undefined {
  const [, world, rest] = /^(?:src\/(contract|server|app|sw)|mocks)\/(.+)$/.exec(file) ?? []
  if (rest === undefined) return undefined
  const [first = null, second = null] = rest.split('/')
  if (world === 'app') {
    const name = appFloor(rest)
    if (!name) return undefined
    return { world, name, level: APP.indexOf(name), group: name === 'features' ? second : null }
  }
  if (world === 'server') {
    const name = serverFloor(rest)
    return { world, name, level: SERVER.indexOf(name), group: rest === first ? null : first }
  }
  return { world: (world ?? 'mocks') as Floor['world'], name: world ?? 'mocks', level: 0, group: null }
}
