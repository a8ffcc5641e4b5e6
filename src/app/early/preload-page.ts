declare global {
  /** The chunks of pages by their addresses, beyond what the shell names (vite-early-script.ts). */
  const PAGE_CHUNKS: Readonly<Record<string, readonly string[]>>
  /** The chunks that draw charts, likewise. */
  const CHART_CHUNKS: readonly string[]
}

/**
 * Sends for a page's chunks while the entry is still read. A kept shell comes without the server's word on what its
 * page needs, and the entry asks only once it has run.
 */
export function preloadPage(path: string): void {
  preload(PAGE_CHUNKS[path] ?? [])
}

/** Sends for what draws charts, behind whatever else is on the line: with HTTP/2 it takes nothing from it. */
export function preloadCharts(): void {
  preload(CHART_CHUNKS, 'low')
}

function preload(addresses: readonly string[], fetchPriority: 'auto' | 'low' = 'auto'): void {
  for (const href of addresses) {
    const asked = { rel: 'modulepreload', crossOrigin: '', fetchPriority, href }
    document.head.append(Object.assign(document.createElement('link'), asked))
  }
}
