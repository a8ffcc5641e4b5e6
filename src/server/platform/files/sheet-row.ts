/** `row` is its number in the file, from 1. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly string[]
  /** Its cached value may be outdated. */
  readonly formula: boolean
}

/** The message is for the user. */
export class SheetError extends Error {
  override readonly name = 'SheetError'
}

export const MOST_COLUMNS = 50

export const isBlank = ({ cells }: SheetRow): boolean => cells.every((cell) => cell === '')
