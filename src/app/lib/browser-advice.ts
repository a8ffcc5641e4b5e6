/** Oldest supported version of Chromium. Source: document 1, section 9. */
const OLDEST = 86

/** iOS: every browser uses WebKit. */
export function needsAnotherBrowser(userAgent: string, touchPoints = 0): boolean {
  const [, version] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? []
  if (version !== undefined) return Number(version) < OLDEST
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return !isApple
}
