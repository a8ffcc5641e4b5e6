import type { Building } from './find-building.ts'

/** What stood in the columns that a change alters, for the audit: a wrong change can be taken back by it. */
export function changesOf(before: Building, columns: Partial<Building>): Partial<Building> {
  const names = Object.keys(columns).filter((name) => name !== 'modifiedAt') as (keyof Building)[]
  return Object.fromEntries(names.filter((name) => before[name] !== columns[name]).map((name) => [name, before[name]]))
}
