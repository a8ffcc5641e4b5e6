/**
 * What an address carries after `?`, as text: each page's own schema makes of it what it needs. Written plainly, so
 * that a person can read, shorten and send it.
 */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The other way round; what is not given is left out. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const written = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return written === '' ? '' : `?${written}`
}
