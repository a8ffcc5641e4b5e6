declare global {
  /** By first word of the path, without the shell's (src/build/inline-script.ts). */
  const PAGE_CHUNKS: Readonly<Record<string, readonly string[]>>
  const CHART_CHUNKS: readonly string[]
}

/** A cached shell has no preload headers. */
export function preloadPage(path: string): void {
  preload(PAGE_CHUNKS[path.split('/')[1] ?? ''] ?? [])
}

/** Low priority: delays no other request. */
export function preloadCharts(): void {
  preload(CHART_CHUNKS, 'low')
}

function preload(addresses: readonly string[], fetchPriority: 'auto' | 'low' = 'auto'): void {
  for (const href of addresses) {
    if (document.head.querySelector(`[href="${href}"]`)) continue
    const asked = { rel: 'modulepreload', crossOrigin: '', fetchPriority, href }
    document.head.append(Object.assign(document.createElement('link'), asked))
  }
}
