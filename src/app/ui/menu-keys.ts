/** The entry a key leads to, from entry `at` of `count` (-1: none yet); null when the key leads nowhere. */
export function entryAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
