import { relative, sep } from 'node:path'
import type { Plugin, Rollup } from 'vite'

interface PageChunks {
  /** They load no code of other pages only. */
  readonly first: readonly string[]
  /** File name suffixes of further modules for `reading`. */
  readonly reading: readonly string[]
  /** Chunk name to route file pattern, for pages with similar screens. */
  readonly together: Readonly<Record<string, RegExp>>
  /** Chunk name to module pattern. */
  readonly apart: Readonly<Record<string, RegExp>>
}

/** Route part split off by the router's plugin. */
const SPLIT_ROUTE = /([^/]+)\.tsx\?tsr-split=/

const MANIFEST = 'build-manifest.json'

/** Few large chunks: requests are slow. `app`: entry; `reading`: first pages; `working`: others; one per page. */
export function pageChunks({ first, reading, together, apart }: PageChunks) {
  const chunkOf = new Map<string, string>()
  const settled = new Set(['reading', ...Object.keys(apart)])
  let root = ''

  const pageOf = (id: string): string | undefined => {
    const route = SPLIT_ROUTE.exec(id)?.[1]
    return route && (Object.keys(together).find((name) => together[name]?.test(id)) ?? route)
  }
  const plugin: Plugin = {
    name: 'page-chunks',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (root = config.root),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const isOnDemand = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
      /** Transitive static imports, without those in `app`. */
      const neededBy = (from: string): Set<string> => {
        const seen = new Set<string>()
        const pending = [from]
        for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
          if (seen.has(id) || chunkOf.get(id) === 'app') continue
          seen.add(id)
          pending.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
        return seen
      }
      const sharedBy = (...pages: readonly string[]) =>
        pages.some((page) => first.includes(page)) ? 'reading' : 'working'
      const put = (from: string, chunk: string) => neededBy(from).forEach((id) => chunkOf.set(id, chunk))
      for (const id of ids) if (this.getModuleInfo(id)?.isEntry) put(id, 'app')
      for (const id of ids) if (reading.some((end) => id.endsWith(end))) put(id, 'reading')
      for (const id of ids) {
        const own = Object.keys(apart).find((name) => apart[name]?.test(id))
        if (own && chunkOf.get(id) !== 'app') chunkOf.set(id, own)
      }
      for (const from of ids) {
        const page = pageOf(from)
        if (!page) continue
        for (const id of neededBy(from)) {
          const before = chunkOf.get(id) ?? page
          if (!settled.has(before)) chunkOf.set(id, before === page ? page : sharedBy(before, page))
        }
      }
      for (const from of ids) {
        if (pageOf(from) || !isOnDemand(from)) continue
        // One page only: that page's chunk.
        const askers = new Set(this.getModuleInfo(from)?.dynamicImporters.map((id) => chunkOf.get(id)))
        const [asker] = askers
        for (const id of neededBy(from)) {
          const before = chunkOf.get(id)
          if (before && !settled.has(before) && (askers.size > 1 || before !== asker)) chunkOf.set(id, sharedBy(before))
        }
      }
    },
    generateBundle: { order: 'post', handler: (_, bundle) => nameThePages(bundle, root) },
  }
  const isIn = (chunk: string) => (id: string) => chunkOf.get(id) === chunk
  return {
    plugin,
    groups: [
      { name: 'app', test: isIn('app') },
      { name: 'reading', test: isIn('reading') },
      { name: 'working', test: isIn('working') },
      ...Object.keys(apart).map((name) => ({ name, test: isIn(name) })),
      { name: (id: string) => chunkOf.get(id) ?? null },
    ],
  }
}

/** Page weights are looked up by page. */
function nameThePages(bundle: Rollup.OutputBundle, root: string): void {
  const asset = bundle[MANIFEST]
  if (asset?.type !== 'asset') return
  const manifest = JSON.parse(String(asset.source)) as Record<string, { file: string }>
  const entries = Object.values(manifest)
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const entry = entries.find(({ file }) => file === chunk.fileName)
    for (const id of chunk.moduleIds) {
      if (entry && SPLIT_ROUTE.test(id)) manifest[relative(root, id).split(sep).join('/')] ??= entry
    }
  }
  asset.source = JSON.stringify(manifest, null, 2)
}
