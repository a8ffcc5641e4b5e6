import { isDeepStrictEqual } from 'node:util'

const PERSONAL = /phone|tel|card|secret|key/i
const WHEN = 'modifiedAt'

/** Equal dates and JSON with reordered keys are unchanged; undefined columns are ignored. */
export function changesBetween<T extends object>(before: Partial<T>, after: Partial<T>) {
  const names = (Object.keys(after) as (keyof T & string)[]).filter(
    (name) => name !== WHEN && after[name] !== undefined,
  )
  const changed = names.filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name]))
  const open = changed.filter((name) => !PERSONAL.test(name))
  const of = (from: Partial<T>) => Object.fromEntries(open.map((name) => [name, from[name] ?? null]))
  return { changed, before: of(before), after: of(after) }
}

const sidesOf = ({ before, after }: Readonly<Record<string, unknown>>) =>
  [before, after].filter((side): side is object => typeof side === 'object' && side !== null)

/** Names of removed values move to `changed`. */
export function withoutPersonal(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const personal = new Set(sidesOf(detail).flatMap((side) => Object.keys(side).filter((name) => PERSONAL.test(name))))
  if (personal.size === 0) return { ...detail }
  const open = (side: unknown) =>
    typeof side === 'object' && side !== null
      ? Object.fromEntries(Object.entries(side).filter(([name]) => !personal.has(name)))
      : side
  const changed = Array.isArray(detail['changed']) ? (detail['changed'] as string[]) : []
  const sides = Object.fromEntries(
    ['before', 'after'].filter((side) => side in detail).map((side) => [side, open(detail[side])]),
  )
  return { ...detail, ...sides, changed: [...new Set([...changed, ...personal])] }
}
