/** What a request's path asks of the built client: one of its files, its shell, or nothing we answer. */
export type StaticPath = { readonly file: string } | 'shell' | 'refused'

/** Separators, dots and NUL in disguise, and text that would decode a second time: no honest link has them. */
const disguised = /%(?:2f|5c|2e|00|25[0-9a-f]{2})/i
const unsafe = /\\|\p{Cc}|\/\//u
/** Of these, `:` names a hidden stream on some file systems; the build writes none of them. */
const oddInFile = /[:*?"<>|]/

/**
 * Reads the path of a request's address exactly as it was sent: a URL parser would have resolved `..` already.
 * Anything under /assets/ or with an extension is a file; every other path belongs to the client's router.
 */
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
