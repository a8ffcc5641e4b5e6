import { isDeepStrictEqual } from 'node:util'

/** Of phones, numbers of persons and keys the audit says that they changed, never what they are. */
const PERSONAL = /phone|tel|card|secret|key/i
/** The audit's own line has a time. */
const WHEN = 'modifiedAt'

/**
 * What a change alters, for the audit: a wrong one can be taken back by it. Values are compared by what they say: two
 * objects of the same moment, or a JSON column read back with its keys in another order, are no change. What is
 * undefined is not written.
 * @param before the row as it stood; empty for one that is new
 * @param after the columns that are written
 * @returns names of all that changed; before and after of those that may be shown
 */
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

/** Facts of a row without the values of phones, numbers of persons and keys; their names are among the changed ones. */
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
