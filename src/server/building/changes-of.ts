import type { Building } from './find-building.ts'

/** What stood and what stands in the columns that a change alters, for the audit: a wrong change can be taken back by it. */
export function changesOf(before: Building, columns: Partial<Building>) {
  const names = (Object.keys(columns) as (keyof Building)[]).filter(
    (name) => name !== 'modifiedAt' && before[name] !== columns[name],
  )
  const of = (from: Partial<Building>) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: of(before), after: of(columns) }
}
