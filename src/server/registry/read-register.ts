import { AppError } from '../platform/app-error.ts'
import { readSheet } from '../platform/files/read-sheet.ts'
import { isBlank, SheetError, type SheetRow } from '../platform/files/sheet-row.ts'
import { TimeSlices } from '../platform/files/time-slices.ts'
import { REGISTER_ROWS } from '#contract/register-import.ts'
import { type Column, type Known, readRow } from './import-columns.ts'

export interface WrongCell {
  /** Null: the row as a whole. */
  readonly column: string | null
  readonly value: string | null
  readonly reason: string
}

export interface RegisterTable {
  readonly titles: readonly string[]
  readonly unknown: readonly string[]
  readonly rows: readonly SheetRow[]
}

export interface Draft<C> {
  readonly row: number
  readonly columns: C
  readonly fields: Readonly<Record<string, string>>
}

export const REASON_COLUMN = '错误原因'

const refuse = (text: string): never => {
  throw new AppError(400, text, { file: text })
}

/** A misspelt optional column is reported. @throws AppError 400 */
export async function readRegisterTable(bytes: Buffer, columns: readonly Column[]): Promise<RegisterTable> {
  const [head, ...rest] = await readSheet(bytes, REGISTER_ROWS + 1).catch((error: unknown) => {
    return error instanceof SheetError ? refuse(error.message) : Promise.reject(error)
  })
  const titles = (head?.cells ?? []).map((cell) => columns.find(({ formerly }) => formerly === cell)?.title ?? cell)
  const missing = columns.filter(({ title, optional }) => !optional && !titles.includes(title))
  if (missing.length > 0) refuse(`表头缺少：${missing.map(({ title }) => title).join('、')}（请使用模板）`)
  const twice = titles.filter((title, at) => title !== '' && titles.indexOf(title) !== at)
  if (twice.length > 0) refuse(`表头重复：${[...new Set(twice)].join('、')}`)
  const rows = rest.filter((row) => !isBlank(row))
  if (rows.length === 0) refuse('表格中没有数据行')
  const isKnown = (title: string) => title === REASON_COLUMN || columns.some((column) => column.title === title)
  const unknown = titles.filter((title) => title !== '' && !isKnown(title))
  return { titles, unknown, rows }
}

const columnIn = (columns: readonly Column[], field: string) => {
  const name = field.split('.').at(-1) ?? ''
  return columns.find((column) => name === column.field || column.also?.includes(name))
}

function wrongCells(
  error: AppError,
  columns: readonly Column[],
  said: Readonly<Record<string, string>>,
  wrongWords: Readonly<Record<string, string>>,
): WrongCell[] {
  const told = new Map(Object.entries(wrongWords))
  for (const [field, text] of Object.entries(error.fields ?? {})) {
    const title = columnIn(columns, field)?.title ?? field
    // An unknown district makes every street invalid.
    if (told.has(title) || (title === '街道' && told.has('区'))) continue
    told.set(title, text)
  }
  if (told.size === 0) return [{ column: null, value: null, reason: error.message }]
  return [...told].map(([column, reason]) => ({ column, value: said[column] ?? '', reason }))
}

const NO_WORDS = { said: {}, wrong: {} }

/** @param toColumns throws AppError 400 with the fields */
export async function draftRows<C>(
  { titles, rows }: RegisterTable,
  columns: readonly Column[],
  known: Known,
  toColumns: (fields: Record<string, string>) => C,
): Promise<{ drafts: Draft<C>[]; wrong: Map<number, WrongCell[]> }> {
  const drafts: Draft<C>[] = []
  const wrong = new Map<number, WrongCell[]>()
  const slices = new TimeSlices()
  for (const row of rows) {
    if (slices.isOver(32)) await slices.next()
    let read: Pick<ReturnType<typeof readRow>, 'said' | 'wrong'> = NO_WORDS
    try {
      const { fields, ...words } = readRow(known, columns, titles, row)
      read = words
      const found = toColumns(fields)
      // A code that form validation happens to accept.
      if (Object.keys(words.wrong).length > 0) throw new AppError(400)
      drafts.push({ row: row.row, columns: found, fields })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      wrong.set(row.row, wrongCells(error, columns, read.said, read.wrong))
    }
  }
  return { drafts, wrong }
}
