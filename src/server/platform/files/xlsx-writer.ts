import { Readable } from 'node:stream'
import { cellStyle, sheetEnd, sheetStart, workbookParts, xmlText } from './xlsx-parts.ts'
import { zipBytes } from './zip-stream.ts'

export type XlsxCell = string | number | Date | null

/** `width` in characters. A `text` column writes numbers as text. */
export interface XlsxColumn {
  readonly title: string
  readonly width?: number
  readonly kind?: 'text' | 'number' | 'time'
}

export interface XlsxSheet {
  readonly name: string
  readonly columns: readonly XlsxColumn[]
  readonly rows: Iterable<readonly XlsxCell[]> | AsyncIterable<readonly XlsxCell[]>
}

export const SHEET_ROWS = 1_048_575
const longestText = 32_767

const shanghaiOffset = 8 * 3_600_000
const dayOfEpoch = 25_569
const daySeconds = 86_400

/**
 * Times are Asia/Shanghai; text is never a formula. @throws (as the stream's error) RangeError beyond Excel's
 * 1,048,575 rows
 */
export function writeXlsx(...sheets: readonly XlsxSheet[]): Readable {
  const fixed = workbookParts(sheets.map(({ name }) => name))
  const parts = fixed.map(([name, xml]) => ({ name, content: [Buffer.from(xml)] }))
  const drawn = sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) }))
  return Readable.from(zipBytes([...parts, ...drawn]), { objectMode: false })
}

async function* sheetXml({ columns, rows }: XlsxSheet): AsyncGenerator<Buffer> {
  const letters = columns.map((_, index) => columnLetters(index))
  let row = 1
  let waiting =
    sheetStart(columns.map(widthOf)) +
    rowXml(
      row,
      columns.map(({ title }, index) => textCell(`${letters[index]}1`, title, cellStyle.header)),
    )
  for await (const values of rows) {
    row += 1
    if (row - 1 > SHEET_ROWS) throw new RangeError(`a sheet holds at most ${SHEET_ROWS} rows`)
    waiting += rowXml(
      row,
      columns.map((column, index) => cellXml(`${letters[index]}${row}`, values[index] ?? null, column)),
    )
    if (waiting.length > 65_536) {
      yield Buffer.from(waiting)
      waiting = ''
    }
  }
  yield Buffer.from(waiting + sheetEnd(`A1:${letters.at(-1) ?? 'A'}${row}`))
}

function rowXml(row: number, cells: readonly string[]): string {
  return `<row r="${row}">${cells.join('')}</row>`
}

function cellXml(place: string, value: XlsxCell, column: XlsxColumn): string {
  if (value === null) return ''
  if (typeof value === 'string')
    return textCell(place, value, /^[=+\-@\t\r]/.test(value) ? cellStyle.guarded : cellStyle.plain)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return ''
    return column.kind === 'text'
      ? textCell(place, String(value), cellStyle.plain)
      : `<c r="${place}"><v>${value}</v></c>`
  }
  const seconds = Math.floor((value.getTime() + shanghaiOffset) / 1000)
  return Number.isNaN(seconds)
    ? ''
    : `<c r="${place}" s="${cellStyle.time}"><v>${seconds / daySeconds + dayOfEpoch}</v></c>`
}

function textCell(place: string, text: string, style: number): string {
  if (text === '') return ''
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text.slice(0, longestText))}</t></is></c>`
}

/** 0 → A, 25 → Z, 26 → AA. */
function columnLetters(index: number): string {
  const head = index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : ''
  return head + String.fromCharCode(65 + (index % 26))
}

/** A Chinese character takes two columns. */
function widthOf({ title, width, kind }: XlsxColumn): number {
  const titleWidth = [...title].reduce((sum, letter) => sum + (letter > '\u00ff' ? 2 : 1), 4)
  return width ?? Math.max(titleWidth, kind === 'time' ? 20 : 10)
}
