export type StaticPath = { readonly file: string } | 'shell' | 'refused'

/** Regular links contain no such sequences. */
const disguised = /%(?:2f|5c|2e|00|25[0-9a-f]{2})/i
const unsafe = /\\|\p{Cc}|\/\//u
/** `:` addresses an alternate data stream. */
const oddInFile = /[:*?"<>|]/

/** A URL parser would already have resolved `..`. */
export function readStaticPath(url: string): StaticPath {
  const path = /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? ''
  if (path === '' || path === '/') return 'shell'
  if (!path.startsWith('/') || disguised.test(path)) return 'refused'
  const decoded = decode(path)
  if (decoded === null || unsafe.test(decoded)) return 'refused'
  const parts = decoded.slice(1).split('/')
  if (parts.some((part) => part.startsWith('.'))) return 'refused'
  if (parts[0] === 'assets' || /\.[A-Za-z0-9]+$/.test(decoded)) {
    return oddInFile.test(decoded) ? 'refused' : { file: parts.join('/') }
  }
  return 'shell'
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
