import { createStore } from '#app/ui/store.ts'

/** `signIn`: if expired. */
export interface EntryToken {
  readonly token: string
  readonly signIn: '/login' | '/loginxf'
}

/** In memory only. */
export const entryToken = createStore<EntryToken | null>(null)

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** False: none. */
export function holdFragment(fragment: string): boolean {
  const token = decode(fragment.replace(/^#/, '')).trim()
  if (token) entryToken.write({ token, signIn: '/login' })
  return token !== ''
}

/**
 * From `/login#<token>` or `/fireDepData?token=`, before any other module: no code reads or reports it. Source:
 * rulings, Sign-in.
 */
export function takeEntryToken(
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): void {
  // Like the router.
  const path = location.pathname.toLowerCase().replace(/\/+$/, '')
  if (path === '/login' && holdFragment(location.hash)) history.replaceState(null, '', '/login')
  const query = new URLSearchParams(location.search)
  if (path !== '/firedepdata' || !query.has('token')) return
  const token = (query.get('token') ?? '').trim()
  if (token) entryToken.write({ token, signIn: '/loginxf' })
  history.replaceState(null, '', token ? '/loginxf' : '/fireDepData')
}
