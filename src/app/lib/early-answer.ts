/** A call the page's shell made before the app was there, for the app to take up instead of making it. */
export interface EarlyAnswer {
  /** The call's address, without the random value against caches. */
  readonly address: string
  readonly token: string
  readonly response: Promise<Response>
  /** Gives the call up. */
  abort(): void
}

declare global {
  interface Window {
    earlyAnswer?: EarlyAnswer | undefined
  }
}

/** As `fetch`; the one call that was made early is not made again. */
export function fetchOrTake(url: string, init: RequestInit): Promise<Response> {
  const early = window.earlyAnswer
  const token = (init.headers as Record<string, string> | undefined)?.['x-auth-token']
  if (!early || early.token !== token || !url.startsWith(`${early.address}&_t=`)) return fetch(url, init)
  delete window.earlyAnswer
  init.signal?.addEventListener('abort', early.abort)
  return early.response
}
