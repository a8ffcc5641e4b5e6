import { AsyncLocalStorage } from 'node:async_hooks'

/** The header in which a request's id comes from a proxy of ours and goes back to the caller. */
export const REQUEST_ID_HEADER = 'x-request-id'

const GIVEN = /^[\w.-]{8,64}$/
const current = new AsyncLocalStorage<string>()

/**
 * The name of a request through every log line.
 * @param given what came in its header: counts only where a proxy of ours set it, for the audit keeps it
 */
export function requestIdOf(given: string | undefined, trustProxy: boolean, newToken: () => string): string {
  return trustProxy && given !== undefined && GIVEN.test(given) ? given : newToken().slice(0, 12)
}

/** Runs what answers a request, so that whatever it logs carries its id. */
export const withRequestId = <T>(id: string, work: () => Promise<T>): Promise<T> => current.run(id, work)

/** For the log: the id of the request that is being answered. */
export function currentRequest(): { requestId?: string } {
  const requestId = current.getStore()
  return requestId === undefined ? {} : { requestId }
}
