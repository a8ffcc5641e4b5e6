/** By the page's inline script. */
export interface Prefetched {
  readonly token: string
  /** `{id, input}` of each call as JSON; empty once its answer is used. */
  readonly calls: string[]
  response: Promise<Response>
  answers?: Promise<unknown>
  abort(): void
}

declare global {
  interface Window {
    prefetched?: Prefetched | undefined
  }
}
