import { isDeepStrictEqual } from 'node:util'
import { buildingTypeOf, FREE_FIELDS, heightClass } from '#contract/building-form.rules.ts'
import { REGISTER_COLUMNS, type building, type RegisterChanges } from '../schema/building.table.ts'

type Row = typeof building.$inferSelect

function copyColumn<K extends keyof RegisterChanges>(to: RegisterChanges, from: RegisterChanges, name: K): void {
  if (from[name] !== undefined) to[name] = from[name]
}

/** Columns that are meaningful only together. */
const GROUPS: readonly (readonly (keyof RegisterChanges)[])[] = [
  ['county', 'streetNo'],
  ['gisX', 'gisY'],
]

/** @param columns undefined: the register's value */
export function proposedChanges(row: Row, columns: RegisterChanges): RegisterChanges {
  const differs = (name: keyof RegisterChanges) =>
    columns[name] !== undefined && !isDeepStrictEqual(columns[name], row[name])
  const changes: RegisterChanges = {}
  for (const name of REGISTER_COLUMNS)
    if ((GROUPS.find((group) => group.includes(name)) ?? [name]).some(differs)) copyColumn(changes, columns, name)
  return changes
}

export function divideChanges(changes: RegisterChanges): { atOnce: RegisterChanges; waiting: RegisterChanges } {
  const atOnce: RegisterChanges = {}
  const waiting: RegisterChanges = {}
  for (const name of REGISTER_COLUMNS)
    copyColumn((FREE_FIELDS as readonly string[]).includes(name) ? atOnce : waiting, changes, name)
  return { atOnce, waiting }
}

export function currentValues(row: Row, changes: RegisterChanges): RegisterChanges {
  const current: RegisterChanges = {}
  for (const name of REGISTER_COLUMNS) if (changes[name] !== undefined) copyColumn(current, row, name)
  return current
}

const TYPED = ['natureId', 'area', 'height'] as const

export function effectiveColumns(row: Row, changes: RegisterChanges): Partial<Row> {
  const next = { ...row, ...changes }
  const { height, upperLevel } = next
  const derives = changes.height !== undefined || changes.upperLevel !== undefined
  return {
    ...changes,
    ...(derives && height !== null && upperLevel !== null && { heightId: Number(heightClass(height, upperLevel)) }),
    ...(TYPED.some((name) => changes[name] !== undefined) && { buildingType: buildingTypeOf(next) }),
  }
}

export const isEmpty = (changes: RegisterChanges): boolean => Object.keys(changes).length === 0
