/** Below this version of Chromium the product is not tried. Source: document 1, section 9. */
const OLDEST = 86

/**
 * Whether a visitor should be told to use another browser: one that is no Chromium, or one that is too old.
 * On Apple's phones and tablets every browser is the system's own, so the advice would help nobody there.
 */
export function needsAnotherBrowser(userAgent: string, touchPoints = 0): boolean {
  const [, version] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? []
  if (version !== undefined) return Number(version) < OLDEST
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return !isApple
}
