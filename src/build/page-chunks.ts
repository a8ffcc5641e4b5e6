import { basename, relative, sep } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { type Chunk, mergeChunks } from './merge-chunks.ts'

interface PageChunks {
  /** In every signed-in page, with their imports. */
  readonly reading: readonly RegExp[]
  /** 1 by default. */
  readonly weights: readonly (readonly [page: RegExp, weight: number])[]
  /** Chunk name to module pattern. */
  readonly apart: Readonly<Record<string, RegExp>>
}

/** Route part split off by the router's plugin. */
const SPLIT_ROUTE = /([^/]+)\.tsx\?tsr-split=/
/** Of code that pages load later. */
const LATER = 0.1

const MANIFEST = 'build-manifest.json'

/** `app`: entry; `reading`: every signed-in page; others: {@link mergeChunks}. */
export function pageChunks({ reading, weights, apart }: PageChunks) {
  const chunkOf = new Map<string, string>()
  const ofPages = new Set(['reading'])
  let root = ''
  let loads: readonly string[] = []
  const weightOf = (id: string) => (SPLIT_ROUTE.test(id) ? (weights.find(([page]) => page.test(id))?.[1] ?? 1) : LATER)

  const plugin: Plugin = {
    name: 'page-chunks',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (root = config.root),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const infoOf = (id: string) => this.getModuleInfo(id)
      /** Transitive static imports that have no chunk. */
      const neededBy = (from: string): Set<string> => {
        const seen = new Set<string>()
        const pending = [from]
        for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
          if (seen.has(id) || chunkOf.has(id)) continue
          seen.add(id)
          pending.push(...(infoOf(id)?.importedIds ?? []))
        }
        return seen
      }
      const put = (from: string, chunk: string) => neededBy(from).forEach((id) => chunkOf.set(id, chunk))
      for (const id of ids) {
        const own = Object.keys(apart).find((name) => apart[name]?.test(id))
        if (own) chunkOf.set(id, own)
      }
      for (const id of ids) if (infoOf(id)?.isEntry) put(id, 'app')
      for (const id of ids) if (reading.some((of) => of.test(id))) put(id, 'reading')
      loads = ids.filter((id) => !chunkOf.has(id) && (infoOf(id)?.dynamicImporters.length ?? 0) > 0)
      const users = usersByModule(loads, neededBy, (id) => infoOf(id)?.dynamicImporters ?? [])
      const modules = users.map((module) => {
        const { code, importedIds = [] } = infoOf(module.id) ?? {}
        return { ...module, size: code?.length ?? 0, imports: importedIds }
      })
      for (const chunk of mergeChunks(modules, weightOf)) name(chunk)
    },
    generateBundle: { order: 'post', handler: (_, bundle) => nameTheLoads(bundle, root, loads) },
  }
  const names = new Set<string>()
  function name({ modules, users }: Chunk): void {
    const ids = modules.map(({ id }) => id)
    const first = ids.find((id) => users.has(id)) ?? ids[0] ?? ''
    const short = SPLIT_ROUTE.exec(first)?.[1] ?? basename(first).replace(/\.\w+(\?.*)?$/, '')
    const own = names.has(short) ? `${short}-${names.size}` : short
    names.add(own)
    if ([...users].some((id) => SPLIT_ROUTE.test(id))) ofPages.add(own)
    for (const id of ids) chunkOf.set(id, own)
  }
  const isIn = (chunk: string) => (id: string) => chunkOf.get(id) === chunk
  return {
    plugin,
    isOfPage: (chunk: string) => ofPages.has(chunk),
    splitting: {
      // `mergeChunks` lets no chunks import each other.
      includeDependenciesRecursively: false,
      groups: [
        { name: 'app', test: isIn('app') },
        { name: 'reading', test: isIn('reading') },
        ...Object.keys(apart).map((name) => ({ name, test: isIn(name) })),
        { name: (id: string) => chunkOf.get(id) ?? null },
      ],
    },
  }
}

/** @param importersOf of a dynamic import */
export function usersByModule(
  loads: readonly string[],
  neededBy: (id: string) => Set<string>,
  importersOf: (id: string) => readonly string[],
) {
  const needs = new Map(loads.map((id) => [id, neededBy(id)]))
  const users = new Map<string, Set<string>>()
  for (const [load, needed] of needs)
    for (const id of needed) users.set(id, (users.get(id) ?? new Set<string>()).add(load))
  /** There before the load; undefined: not known yet. */
  const before = new Map<string, ReadonlySet<string> | undefined>()
  for (const load of loads) before.set(load, SPLIT_ROUTE.test(load) ? new Set() : undefined)
  for (let isNew = true; isNew;) {
    isNew = false
    for (const load of loads) {
      if (SPLIT_ROUTE.test(load)) continue
      const ways = importersOf(load).flatMap((id) => {
        const from = users.get(id)
        // Of `app` or `reading`.
        if (!from) return [new Set<string>()]
        return [...from].flatMap((other) => {
          const there = other === load ? undefined : before.get(other)
          return there ? [new Set([...(needs.get(other) ?? []), ...there])] : []
        })
      })
      const [first, ...rest] = ways
      if (!first) continue
      const there = new Set([...first].filter((id) => rest.every((way) => way.has(id))))
      if (there.size === before.get(load)?.size) continue
      before.set(load, there)
      isNew = true
    }
  }
  return [...users].map(([id, by]) => ({
    id,
    users: by,
    after: new Set([...by].filter((load) => before.get(load)?.has(id))),
  }))
}

/** Weights are looked up by page. */
function nameTheLoads(bundle: Rollup.OutputBundle, root: string, loads: readonly string[]): void {
  const asset = bundle[MANIFEST]
  if (asset?.type !== 'asset') return
  const manifest = JSON.parse(String(asset.source)) as Record<string, { file: string }>
  const entries = Object.values(manifest)
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const entry = entries.find(({ file }) => file === chunk.fileName)
    for (const id of chunk.moduleIds) {
      if (entry && (SPLIT_ROUTE.test(id) || loads.includes(id)))
        manifest[relative(root, id).split(sep).join('/')] ??= entry
    }
  }
  asset.source = JSON.stringify(manifest, null, 2)
}
