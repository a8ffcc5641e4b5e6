/** Cookie `entry` of the server. */
export function hostEntry(cookies: string = document.cookie): '/login' | '/loginxf' | null {
  const page = /(?:^|; )entry=(login|loginxf)(?:;|$)/.exec(cookies)?.[1]
  return page === 'login' ? '/login' : page === 'loginxf' ? '/loginxf' : null
}
