declare global {
  /** The chunks of pages by their addresses, beyond what the shell names (vite-early-script.ts). */
  const PAGE_CHUNKS: Readonly<Record<string, readonly string[]>>
}

/**
 * Sends for a page's chunks while the entry is still read. A kept shell comes without the server's word on what its
 * page needs, and the entry asks only once it has run.
 */
export function preloadPage(path: string): void {
  for (const href of PAGE_CHUNKS[path] ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  }
}
