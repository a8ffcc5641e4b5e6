/** `fetch`, or a transport that reports upload progress. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

/** @throws if aborted, even if transport or body ignores it */
export function fetchText(transport: Transport, url: string, init: RequestInit, { signal }: AbortController) {
  return Promise.race([
    transport(url, { ...init, signal }).then(async (response) => [response, await response.text()] as const),
    new Promise<never>((_, reject) => signal.addEventListener('abort', reject)),
  ])
}
