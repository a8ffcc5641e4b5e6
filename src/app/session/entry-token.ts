import { createStore } from '#app/ui/store.ts'

/** A token that stood in an address, and the sign-in page that stands in where it no longer opens anything. */
export interface EntryToken {
  readonly token: string
  readonly signIn: '/login' | '/loginxf'
}

/** The token waiting to be turned into a session; in memory only. */
export const entryToken = createStore<EntryToken | null>(null)

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Holds the token a fragment of /login carries; false where it carries none. */
export function holdFragment(fragment: string): boolean {
  const token = decode(fragment.replace(/^#/, '')).trim()
  if (token) entryToken.write({ token, signIn: '/login' })
  return token !== ''
}

/**
 * Takes the token of `/login#<token>` or `/fireDepData?token=` out of the address, its history entry included, and
 * holds it. Called before anything else runs, so that nothing ever reads, keeps or reports an address with a token.
 * Source: rulings, Sign-in.
 */
export function takeEntryToken(
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): void {
  // As the router reads it: in whatever capitals, with or without a slash at the end.
  const path = location.pathname.toLowerCase().replace(/\/+$/, '')
  if (path === '/login' && holdFragment(location.hash)) history.replaceState(null, '', '/login')
  const query = new URLSearchParams(location.search)
  if (path !== '/firedepdata' || !query.has('token')) return
  const token = (query.get('token') ?? '').trim()
  if (token) entryToken.write({ token, signIn: '/loginxf' })
  history.replaceState(null, '', token ? '/loginxf' : '/fireDepData')
}
