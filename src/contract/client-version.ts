/** Increase to let servers reject older clients: see MIN_CLIENT in the README. */
export const CLIENT_VERSION = 1

/** Response header: lowest accepted client version. */
export const MIN_CLIENT_HEADER = 'x-min-client'
