import { SheetBudget } from './sheet-budget.ts'
import { isBlank, MOST_COLUMNS, SheetError, type SheetRow } from './sheet-row.ts'
import { TimeSlices } from './time-slices.ts'
import { attribute, scanXml, type XmlPiece } from './xml-scan.ts'
import { openZip, ZipError } from './zip-reader.ts'

/** Unpacked size of a workbook: about ten thousand rows of text, or what an import of the register may hold. */
const UNPACKED_LIMIT = 16 * 1024 * 1024
const UNPACKED_ROW = 3_300
const RELATION = 'officeDocument'

interface Reading {
  readonly budget: SheetBudget
  readonly slices: TimeSlices
}

const partName = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** Joins the runs of a rich text, without phonetic text (rPh). */
class TextRuns {
  private aloud = 0
  private inside = false
  text = ''
  open(name: string): void {
    if (name === 'rPh') this.aloud += 1
    if (name === 't' && this.aloud === 0) this.inside = true
  }
  close(name: string): void {
    if (name === 'rPh') this.aloud -= 1
    if (name === 't') this.inside = false
  }
  take(text: string): void {
    if (this.inside) this.text += text
  }
}

async function readPieces(xml: string, { budget, slices }: Reading, read: (piece: XmlPiece) => void): Promise<void> {
  for (const piece of scanXml(xml)) {
    budget.piece()
    const letters = piece.kind === 'text' ? piece.text.length : piece.attributes.length
    if (slices.isOver(1 + letters / 256)) await slices.next()
    read(piece)
  }
}

async function sharedTexts(xml: string, reading: Reading): Promise<string[]> {
  const texts: string[] = []
  let runs = new TextRuns()
  await readPieces(xml, reading, (piece) => {
    if (piece.kind === 'text') runs.take(piece.text)
    else if (piece.name === 'si') {
      if (piece.kind === 'close') {
        reading.budget.cell()
        reading.budget.text(runs.text.length)
        texts.push(decoded(runs.text).trim())
      }
      runs = new TextRuns()
    } else runs[piece.kind](piece.name)
  })
  return texts
}

/** `B3` → 1; undefined if invalid. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const decoded = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Spreadsheets keep 15 significant digits and set the rest to zero. */
const KEPT_DIGITS = 1e15

/** Exponent notation: invalid as a code or name. */
const numeral = (number: number) => (Math.abs(number) < KEPT_DIGITS ? String(number) : number.toExponential())

function cellText(type: string | undefined, value: string, inline: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'inlineStr') return decoded(inline).trim()
  if (type === undefined || type === 'n') return value.trim() === '' ? '' : numeral(Number(value))
  return decoded(value).trim()
}

async function readRows(
  xml: string,
  shared: readonly string[],
  reading: Reading,
  take: (row: SheetRow) => void,
): Promise<void> {
  const { budget } = reading
  let row = 0
  let cells: string[] = []
  let formula = false
  let column = -1
  let type: string | undefined
  let value = ''
  let within = ''
  let inline = new TextRuns()
  await readPieces(xml, reading, (piece) => {
    if (piece.kind === 'text') {
      if (within === 'v') value += piece.text
      inline.take(piece.text)
      return
    }
    const { kind, name, attributes } = piece
    if (name === 'row' && kind === 'open') {
      budget.row()
      row = Number(attribute(attributes, 'r') ?? row + 1)
      cells = []
      formula = false
      column = -1
    } else if (name === 'c' && kind === 'open') {
      budget.cell()
      column = columnOf(attribute(attributes, 'r')) ?? column + 1
      type = attribute(attributes, 't')
      value = ''
      inline = new TextRuns()
    } else if (name === 'c') {
      budget.text(type === 'inlineStr' ? inline.text.length : value.length)
      const text = cellText(type, value, inline.text, shared)
      if (type === 's') budget.text(text.length)
      if (column >= MOST_COLUMNS) return
      while (cells.length < column) cells.push('')
      cells[column] = text
    } else if (name === 'row') take({ row, cells, formula })
    else if (name === 'f' && kind === 'open') formula = true
    else if (name === 'v') within = kind === 'open' ? 'v' : ''
    else inline[kind](name)
  })
}

async function partsOf(workbook: string, relations: string, reading: Reading) {
  let first: string | undefined
  await readPieces(workbook, reading, (piece) => {
    if (piece.kind !== 'open') return
    if (piece.name === 'sheet') first ??= attribute(piece.attributes, 'id')
    // The 1904 system is off by four years.
    if (piece.name === 'workbookPr' && /^(1|true)$/.test(attribute(piece.attributes, 'date1904') ?? ''))
      throw new SheetError('表格使用 1904 日期系统，请在 Excel 的高级选项中取消后重新保存再导入')
  })
  const found = { sheet: '', shared: 'xl/sharedStrings.xml' }
  await readPieces(relations, reading, (piece) => {
    if (piece.kind !== 'open' || piece.name !== 'Relationship') return
    const target = partName(attribute(piece.attributes, 'Target') ?? '')
    const type = attribute(piece.attributes, 'Type') ?? ''
    if (attribute(piece.attributes, 'Id') === first) found.sheet = target
    if (type.includes(RELATION) && type.endsWith('/sharedStrings')) found.shared = target
  })
  return found
}

/** @throws SheetError with a user message */
export async function readXlsx(bytes: Buffer, most: number): Promise<SheetRow[]> {
  const reading = { budget: new SheetBudget(most), slices: new TimeSlices() }
  try {
    const part = openZip(bytes, most > 10_000 ? most * UNPACKED_ROW : UNPACKED_LIMIT)
    const text = async (name: string) => (await part(name))?.toString('utf8') ?? ''
    const [workbook, relations] = [await text('xl/workbook.xml'), await text('xl/_rels/workbook.xml.rels')]
    const { sheet, shared } = await partsOf(workbook, relations, reading)
    const xml = await text(sheet)
    if (xml === '') throw new SheetError('文件不是有效的 xlsx 表格')
    const texts = await sharedTexts(await text(shared), reading)
    const rows: SheetRow[] = []
    await readRows(xml, texts, reading, (row) => {
      if (isBlank(row)) return
      rows.push(row)
      if (rows.length > most) throw new SheetError(`表格不能超过 ${most - 1} 行`)
    })
    return rows
  } catch (error) {
    if (error instanceof SheetError) throw error
    if (error instanceof ZipError && error.reason === 'too large') throw new SheetError('表格内容过大，请拆分后导入')
    throw new SheetError('文件不是有效的 xlsx 表格')
  }
}
