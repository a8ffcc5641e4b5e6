import { builtinModules } from 'node:module'
import { floorOf, type Floor } from './floor-of.ts'
import type { Import, Module } from './read-modules.ts'

/** Worlds that a world may import, besides its own. */
const MAY_USE: Record<Floor['world'], readonly Floor['world'][]> = {
  contract: [],
  server: ['contract'],
  app: ['contract'],
  // Its types lack the DOM: pages' modules do not compile there.
  sw: ['contract', 'app'],
  demo: ['contract', 'server'],
  mocks: ['contract', 'server', 'demo'],
}

/** `package.json` limits server and mocks. */
const PACKAGES: Partial<Record<Floor['world'], readonly RegExp[]>> = {
  contract: [/^valibot$/, /^gcoord$/],
  sw: [/^valibot$/, /^workbox-/, /^idb-keyval$/],
  app: [
    /^react(-dom)?$/,
    /^@tanstack\/(react-|query-)/,
    /^@headlessui\/react$/,
    /^valibot$/,
    /^idb-keyval$/,
    /^(react-)?apexcharts$/,
    /^workbox-window$/,
    /^dompurify$/,
    /^qr(\/decode\.js)?$/,
    /^squire-rte$/,
    /^web-vitals$/,
    /^pdfjs-dist$/,
    /^leaflet(\/dist\/leaflet\.css)?$/,
  ],
}

const CROSSINGS_ALLOWED: readonly [RegExp, RegExp, Import['kind']][] = [
  // When an empty database requests it.
  [/^src\/server\/create-deps\.ts$/, /^src\/demo\/seed\//, 'dynamic'],
]

const BARRELS_ALLOWED = new Map([['src/server/schema/schema.ts', 'drizzle takes one object of all tables']])
const FORBIDDEN_NAME = /(^|\/)(utils?|helpers?|common|shared|misc|constants?|types?)(\.[^/]*)?(\/|$)/
const FORBIDDEN_INDEX = /(^|\/)index\.(tsx?|mjs)$/
const KEBAB = /^[a-z0-9]+([.-][a-z0-9]+)*\.(tsx?|mjs)$/
const ROUTE_FILE = /^src\/app\/(routes\/|routeTree\.gen\.ts$)/
/** To a child process. */
const PASSES_SETTINGS_ON = /^src\/server\/platform\/db\/process-identity\.ts$/
const READS_SETTINGS =
  /^(src\/server\/(main|admin|platform\/env)|src\/app\/(env|main)|src\/demo\/(seed\/run|simulator\/feed))\.tsx?$/
const READS_CLOCK = /^src\/server\/(main|admin|create-deps)\.ts$/
/** Vite reads its own before it resolves `#floor/`. */
const TOOL_SETTINGS = /\.config\.ts$|^src\/build\//

const isModule = (path: string) => /\.(tsx?|mjs)$/.test(path)
export const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const packageOf = (from: string) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(from)?.[1] ?? from
const isBuiltin = (from: string) => from.startsWith('node:') || builtinModules.includes(packageOf(from))

type Rule = (module: Module, surroundings: Surroundings) => readonly string[]

export interface Surroundings {
  exists(path: string): boolean
  /** `dependencies`. */
  readonly dependencies: ReadonlySet<string>
}

const crossWorlds: Rule = ({ path, imports }) => {
  const here = floorOf(path)
  if (!here) return TOOL_SETTINGS.test(path) ? [] : ['stands on no floor']
  return imports.flatMap(({ from, file, kind }) => {
    if (file === null) return []
    const there = floorOf(file)
    if (!there) return isModule(file) ? [`${from} stands on no floor`] : []
    if (there.world === here.world) return []
    if (CROSSINGS_ALLOWED.some(([a, b, how]) => a.test(path) && b.test(file) && how === kind)) return []
    if (!MAY_USE[here.world].includes(there.world)) return [`${here.world} imports ${there.world}: ${from}`]
    return from.startsWith('#') || TOOL_SETTINGS.test(path)
      ? []
      : [`crosses to ${there.world} unseen, write #${there.world}/…: ${from}`]
  })
}

const keepFloors: Rule = ({ path, imports }) => {
  const here = floorOf(path)
  if (!here) return []
  return imports.flatMap(({ from, file }) => {
    const there = file === null ? undefined : floorOf(file)
    if (!there || there.world !== here.world) return []
    if ((there.module ?? 0) > (here.module ?? 0)) return [`imports from a higher module: ${from}`]
    if (there.level > here.level) return [`${here.name} imports ${there.name}, a higher floor: ${from}`]
    if (here.name === 'features' && there.name === 'features' && there.group !== here.group)
      return [`a feature imports a feature: ${from}`]
    const apis = here.world === 'server' && here.name === 'api' && there.name === 'api'
    return apis ? [`calls import other calls: ${from}`] : []
  })
}

const keepPackages: Rule = ({ path, imports }, { dependencies }) => {
  const world = floorOf(path)?.world
  if (!world || TOOL_SETTINGS.test(path)) return []
  const allowed = PACKAGES[world]
  return imports.flatMap(({ from, file, kind }) => {
    if (file !== null || from.startsWith('virtual:')) return []
    if (isBuiltin(from)) {
      if (allowed) return [`${world} reaches for Node: ${from}`]
      return from.startsWith('node:') ? [] : [`write node:${from}`]
    }
    if (allowed) return allowed.some((pattern) => pattern.test(packageOf(from))) ? [] : [`${world} may not use ${from}`]
    const runsInProduction = world === 'server' || path.startsWith('src/demo/seed/')
    const missing = runsInProduction && kind === 'static' && !dependencies.has(packageOf(from))
    return missing ? [`runs where only dependencies are installed, which lack ${from}`] : []
  })
}

const writeImports: Rule = ({ path, imports }, { exists }) =>
  imports.flatMap(({ from, file }) => {
    if (file === null) return []
    if (from.startsWith('../../')) return [`climbs more than one folder, write #floor/…: ${from}`]
    if (isTest(file) && !isTest(path)) return [`imports a test: ${from}`]
    return exists(file.replace(/\?.*$/, '')) ? [] : [`${from} leads nowhere`]
  })

const nameFiles: Rule = ({ path }) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (FORBIDDEN_NAME.test(path)) return ['is named for nothing in particular']
  if (ROUTE_FILE.test(path)) return []
  if (FORBIDDEN_INDEX.test(path)) return ['is an index file: import the module itself']
  return KEBAB.test(name) ? [] : ['is not in kebab-case']
}

const noBarrels: Rule = ({ path, barrel }) =>
  barrel && !BARRELS_ALLOWED.has(path) ? ['only passes others on: import the modules themselves'] : []

const namedExports: Rule = ({ path, defaultExport }) =>
  defaultExport && !TOOL_SETTINGS.test(path) ? ['has a default export'] : []

const shortRoutes: Rule = ({ path, text }) =>
  path.startsWith('src/app/routes/') && text.trimEnd().split('\n').length > 40
    ? ['is more than configuration: a route file holds at most 40 lines']
    : []

const readSurroundings: Rule = ({ path, reads }) =>
  reads.flatMap((read) => {
    if (read.endsWith('.env')) {
      return [READS_SETTINGS, TOOL_SETTINGS, PASSES_SETTINGS_ON].some((may) => may.test(path)) ? [] : [`reads ${read}`]
    }
    return path.startsWith('src/server/') && !READS_CLOCK.test(path) ? [`reads ${read}: take it from deps`] : []
  })

const obeyTools: Rule = ({ text }) =>
  /(?:\/\/|\/\*)\s*(@ts-(ignore|expect-error|nocheck)|(oxlint|eslint)-disable)/.test(text) ? ['silences a tool'] : []

const RULES: readonly Rule[] = [
  crossWorlds,
  keepFloors,
  keepPackages,
  writeImports,
  nameFiles,
  noBarrels,
  namedExports,
  shortRoutes,
  readSurroundings,
  obeyTools,
]

/** They may import everything. */
const TEST_RULES: readonly Rule[] = [writeImports, nameFiles, obeyTools]

/** `path: violation` */
export function examine(modules: readonly Module[], surroundings: Surroundings): string[] {
  return modules.flatMap((module) => {
    if (module.path.endsWith('.gen.ts'))
      return keepFloors(module, surroundings).map((said) => `${module.path}: ${said}`)
    const rules = isTest(module.path) ? TEST_RULES : RULES
    return rules.flatMap((rule) => rule(module, surroundings).map((said) => `${module.path}: ${said}`))
  })
}

/** Without types: `a → b → a`. */
export function cycles(
  modules: readonly { readonly path: string; readonly imports: readonly Pick<Import, 'file' | 'kind'>[] }[],
): string[] {
  const edges = new Map(
    modules.map((m) => [m.path, m.imports.flatMap((i) => (i.file !== null && i.kind === 'static' ? [i.file] : []))]),
  )
  const found = new Set<string>()
  const settled = new Set<string>()
  function walk(path: string, trail: string[]): void {
    const at = trail.indexOf(path)
    if (at >= 0) found.add([...trail.slice(at), path].join(' → '))
    if (at >= 0 || settled.has(path)) return
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path])
    settled.add(path)
  }
  for (const path of edges.keys()) walk(path, [])
  return [...found]
}
