/** A row of a table file as a person sees it: its number in the file, from 1, and its cells as trimmed text. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly string[]
  /** Holds a formula: what it shows may be anything by the time it is read. */
  readonly formula: boolean
}

/** A table file that can't be read, with the sentence for whoever sent it. */
export class SheetError extends Error {
  override readonly name = 'SheetError'
}

/** Columns beyond these are nobody's. */
export const MOST_COLUMNS = 50

export const isBlank = ({ cells }: SheetRow): boolean => cells.every((cell) => cell === '')
