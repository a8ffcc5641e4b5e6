import { relative, sep } from 'node:path'
import type { Plugin, Rollup } from 'vite'

interface PageChunks {
  /** The pages people open first: they fetch nothing that only others share. */
  readonly first: readonly string[]
  /** Ends of file names: what the chunk `reading` holds beside what several pages share. */
  readonly reading: readonly string[]
  /** Pages that go into one chunk because their screens show nearly the same: its name, and how the routes' files match. */
  readonly together: Readonly<Record<string, RegExp>>
  /** Modules that make a chunk of their own, for the few pages that need them at once: its name, and how they match. */
  readonly apart: Readonly<Record<string, RegExp>>
}

/** The part of a route file that the router's plugin splits off. */
const SPLIT_ROUTE = /([^/]+)\.tsx\?tsr-split=/

const MANIFEST = 'build-manifest.json'

/**
 * Few chunks instead of many small ones, each of which costs a weak link more than it saves: `app` holds all that the
 * entry needs, `reading` what the first pages share with others or with what comes on demand (dialogs, charts), `working`
 * what the other pages share among themselves, and each page has one.
 * @returns the plugin that learns which modules those are, and the chunk groups, in this order
 */
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
      /** All that must be there before `from` runs, as far as the entry does not bring it. */
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
        // What only one page asks for may lean on that page's chunk: it is there already.
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

/** The manifest knows a chunk of several modules by its own name only; who weighs a page looks for the page. */
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
