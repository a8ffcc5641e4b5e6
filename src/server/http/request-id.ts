/** The header in which a request's id comes from a proxy of ours and goes back to the caller. */
export const REQUEST_ID_HEADER = 'x-request-id'

const GIVEN = /^[\w.-]{8,64}$/

/**
 * The name of a request through every log line.
 * @param given what came in its header: counts only where a proxy of ours set it, for the audit keeps it
 */
export function requestIdOf(given: string | undefined, trustProxy: boolean, newToken: () => string): string {
  return trustProxy && given !== undefined && GIVEN.test(given) ? given : newToken().slice(0, 12)
}
