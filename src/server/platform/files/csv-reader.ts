import { SheetBudget } from './sheet-budget.ts'
import { isBlank, MOST_COLUMNS, SheetError, type SheetRow } from './sheet-row.ts'
import { TimeSlices } from './time-slices.ts'

/** GB 18030: Chinese Excel. */
function decode(bytes: Buffer): string {
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {}
  throw new SheetError('文件编码无法识别，请另存为 UTF-8 编码的 csv')
}

const PAUSE_LETTERS = 1024

/** RFC 4180. @yields undefined where reading may pause */
function* csvRows(text: string, budget: SheetBudget): Generator<SheetRow | undefined> {
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let start = 1
  const endCell = () => {
    budget.cell()
    budget.text(cell.length)
    if (cells.length < MOST_COLUMNS) cells.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (at % PAUSE_LETTERS === 0) yield undefined
    if (letter === '\n') line += 1
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"' && /^\s{0,99}$/.test(cell)) {
      quoted = true
      cell = ''
    } else if (letter === ',') endCell()
    else if (letter === '\n') {
      endCell()
      budget.row()
      yield { row: start, cells, formula: false }
      cells = []
      start = line
    } else if (letter !== '\r') cell += letter
  }
  endCell()
  yield { row: start, cells, formula: false }
}

/** @throws SheetError with a user message */
export async function readCsv(bytes: Buffer, most: number): Promise<SheetRow[]> {
  const text = decode(bytes)
  if (text.includes('\0')) throw new SheetError('文件格式有误，请使用 xlsx 或 csv 文件')
  const rows: SheetRow[] = []
  const slices = new TimeSlices()
  for (const row of csvRows(text, new SheetBudget(most))) {
    if (slices.isOver(PAUSE_LETTERS / 32)) await slices.next()
    if (row === undefined || isBlank(row)) continue
    rows.push(row)
    if (rows.length > most) throw new SheetError(`表格不能超过 ${most - 1} 行`)
  }
  return rows
}
