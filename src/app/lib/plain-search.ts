/** Users read, edit and share URLs. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const written = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return written === '' ? '' : `?${written}`
}
