/** The sign-in page this host is the entry of, as the server said when `/` was first asked for; null: the portal's host. */
export function hostEntry(cookies: string = document.cookie): '/login' | '/loginxf' | null {
  const page = /(?:^|; )entry=(login|loginxf)(?:;|$)/.exec(cookies)?.[1]
  return page === 'login' ? '/login' : page === 'loginxf' ? '/loginxf' : null
}
