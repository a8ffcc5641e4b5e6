export const REQUEST_ID_HEADER = 'x-request-id'

const GIVEN = /^[\w.-]{8,64}$/

/** Only behind a trusted proxy: the audit stores it. */
export function requestIdOf(given: string | undefined, trustProxy: boolean, newToken: () => string): string {
  return trustProxy && given !== undefined && GIVEN.test(given) ? given : newToken().slice(0, 12)
}
