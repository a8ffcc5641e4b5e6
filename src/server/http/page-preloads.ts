/** What the build says of its chunks (build-manifest.json), as far as it matters here. */
export type BuildManifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

/** A page's own part of its route: the layouts around it, then the first word of its address. */
const ROUTE = /^src\/app\/routes\/(?:(_[a-z]+)\/)?([A-Za-z]+)[./].*\?tsr-split=/

/**
 * What to fetch with the shell for pages by the first word of their addresses, as values of a `Link` header: a browser
 * else learns of a page's chunks only when the entry has come and run. What the shell itself names is left out.
 */
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
    const chunks = [...around, key].flatMap((each) => [...neededBy(each)]).filter((each) => !brought.has(each))
    const files = new Set(chunks.map((each) => manifest[each]?.file))
    preloads.set(word, [...files].map((file) => `</${file}>; rel=modulepreload; crossorigin`).join(', '))
  }
  return preloads
}
