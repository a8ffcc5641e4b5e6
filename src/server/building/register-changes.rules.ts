import { isDeepStrictEqual } from 'node:util'
import { FREE_FIELDS, heightClass } from '#contract/building-form.rules.ts'
import { REGISTER_COLUMNS, type building, type RegisterChanges } from './building.table.ts'

type Row = typeof building.$inferSelect

function copyColumn<K extends keyof RegisterChanges>(to: RegisterChanges, from: RegisterChanges, name: K): void {
  if (from[name] !== undefined) to[name] = from[name]
}

/** Columns that mean something only together. */
const GROUPS: readonly (readonly (keyof RegisterChanges)[])[] = [
  ['county', 'streetNo'],
  ['gisX', 'gisY'],
]

/**
 * What a form would change about a building.
 * @param columns the form's; undefined where it leaves the register's value (a form without a place)
 */
export function proposedChanges(row: Row, columns: RegisterChanges): RegisterChanges {
  const differs = (name: keyof RegisterChanges) =>
    columns[name] !== undefined && !isDeepStrictEqual(columns[name], row[name])
  const changes: RegisterChanges = {}
  for (const name of REGISTER_COLUMNS)
    if ((GROUPS.find((group) => group.includes(name)) ?? [name]).some(differs)) copyColumn(changes, columns, name)
  return changes
}

/** Divides changes into those that a unit makes at once and those that wait for the authority. */
export function divideChanges(changes: RegisterChanges): { atOnce: RegisterChanges; waiting: RegisterChanges } {
  const atOnce: RegisterChanges = {}
  const waiting: RegisterChanges = {}
  for (const name of REGISTER_COLUMNS)
    copyColumn((FREE_FIELDS as readonly string[]).includes(name) ? atOnce : waiting, changes, name)
  return { atOnce, waiting }
}

/** The row's values of the columns that the changes name. */
export function currentValues(row: Row, changes: RegisterChanges): RegisterChanges {
  const current: RegisterChanges = {}
  for (const name of REGISTER_COLUMNS) if (changes[name] !== undefined) copyColumn(current, row, name)
  return current
}

/** The columns to write when changes take effect: the changes and what is derived from them. */
export function effectiveColumns(row: Row, changes: RegisterChanges): Partial<Row> {
  const { height, upperLevel } = { ...row, ...changes }
  const derives = changes.height !== undefined || changes.upperLevel !== undefined
  return {
    ...changes,
    ...(derives && height !== null && upperLevel !== null && { heightId: Number(heightClass(height, upperLevel)) }),
  }
}

export const isEmpty = (changes: RegisterChanges): boolean => Object.keys(changes).length === 0
