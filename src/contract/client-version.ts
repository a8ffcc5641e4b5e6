/** Goes up by one when a server must be able to tell older clients to change: see MIN_CLIENT in the README. */
export const CLIENT_VERSION = 1

/** The header in which a server names the lowest client version it still serves. */
export const MIN_CLIENT_HEADER = 'x-min-client'
