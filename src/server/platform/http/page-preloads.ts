export type BuildManifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

const ROUTE = /^src\/app\/routes\/(?:(_[a-z]+)\/)?([A-Za-z]+)[./].*\?tsr-split=/

/** Otherwise a browser discovers a page's chunks only after the entry script has run. */
export function preloadsByPage(manifest: BuildManifest): ReadonlyMap<string, string> {
  const neededBy = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const other of manifest[key]?.imports ?? []) neededBy(other, seen)
    return seen
  }
  const brought = neededBy('index.html')
  const preloads = new Map<string, string>()
  for (const key of Object.keys(manifest)) {
    const [, layout, word] = ROUTE.exec(key) ?? []
    if (!word) continue
    const around = Object.keys(manifest).filter((other) => layout && other.startsWith(`src/app/routes/${layout}.tsx?`))
    // The entry first: it runs while the others arrive.
    const chunks = [...brought, ...[...around, key].flatMap((each) => [...neededBy(each)])]
    const files = new Set(chunks.map((each) => manifest[each]?.file))
    preloads.set(word, [...files].map((file) => `</${file}>; rel=modulepreload; crossorigin`).join(', '))
  }
  return preloads
}
