import { isBlank, MOST_COLUMNS, SheetError, type SheetRow } from './sheet-row.ts'

/** UTF-8, or what Chinese Excel writes where it does not say so. */
function decode(bytes: Buffer): string {
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one may fit.
    }
  throw new SheetError('文件编码无法识别，请另存为 UTF-8 编码的 csv')
}

/** Cells between commas, quoted where they hold commas, quotes or line ends (RFC 4180); rows are numbered by lines. */
function* csvRows(text: string): Generator<SheetRow> {
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let start = 1
  const endCell = () => {
    if (cells.length < MOST_COLUMNS) cells.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '\n') line += 1
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (letter === ',') endCell()
    else if (letter === '\n') {
      endCell()
      yield { row: start, cells, formula: false }
      cells = []
      start = line
    } else if (letter !== '\r') cell += letter
  }
  endCell()
  yield { row: start, cells, formula: false }
}

/**
 * The rows of a csv file that hold something.
 * @throws SheetError with the sentence for whoever sent it: unreadable, or more than `most` rows
 */
export function readCsv(bytes: Buffer, most: number): SheetRow[] {
  const text = decode(bytes)
  if (text.includes('\0')) throw new SheetError('文件格式有误，请使用 xlsx 或 csv 文件')
  const rows: SheetRow[] = []
  for (const row of csvRows(text)) {
    if (isBlank(row)) continue
    rows.push(row)
    if (rows.length > most) throw new SheetError(`表格不能超过 ${most - 1} 行`)
  }
  return rows
}
