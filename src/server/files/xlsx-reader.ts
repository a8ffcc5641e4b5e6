import { isBlank, MOST_COLUMNS, SheetError, type SheetRow } from './sheet-row.ts'
import { attribute, scanXml } from './xml-scan.ts'
import { openZip, ZipError } from './zip-reader.ts'

/** What a workbook may unpack to: some ten thousand rows of text. */
const UNPACKED_LIMIT = 16 * 1024 * 1024
const RELATION = 'officeDocument'

const partName = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** Runs of a rich text are one text; how it is read aloud (rPh) is not part of it. */
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

function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let runs = new TextRuns()
  for (const piece of scanXml(xml)) {
    if (piece.kind === 'text') runs.take(piece.text)
    else if (piece.name === 'si') {
      if (piece.kind === 'close') texts.push(runs.text)
      runs = new TextRuns()
    } else runs[piece.kind](piece.name)
  }
  return texts
}

/** `B3` → 1; a place that can't be is undefined. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Excel writes what XML can't carry as `_x000D_`, and a text that looks like it with its underscore shielded. */
const decoded = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Digits of a number that a spreadsheet keeps; of a longer one the rest are noughts by now. */
const KEPT_DIGITS = 1e15

/** A number as a sheet shows it: one that has lost digits in the way no code or name is written. */
const numeral = (number: number) => (Math.abs(number) < KEPT_DIGITS ? String(number) : number.toExponential())

function cellText(type: string | undefined, value: string, inline: string, shared: readonly string[]): string {
  if (type === 's') return decoded(shared[Number(value)] ?? '').trim()
  if (type === 'inlineStr') return decoded(inline).trim()
  if (type === undefined || type === 'n') return value.trim() === '' ? '' : numeral(Number(value))
  return decoded(value).trim()
}

function* sheetRows(xml: string, shared: readonly string[]): Generator<SheetRow> {
  let row = 0
  let cells: string[] = []
  let formula = false
  let column = -1
  let type: string | undefined
  let value = ''
  let within = ''
  let inline = new TextRuns()
  for (const piece of scanXml(xml)) {
    if (piece.kind === 'text') {
      if (within === 'v') value += piece.text
      inline.take(piece.text)
      continue
    }
    const { kind, name, attributes } = piece
    if (name === 'row' && kind === 'open') {
      row = Number(attribute(attributes, 'r') ?? row + 1)
      cells = []
      formula = false
      column = -1
    } else if (name === 'c' && kind === 'open') {
      column = columnOf(attribute(attributes, 'r')) ?? column + 1
      type = attribute(attributes, 't')
      value = ''
      inline = new TextRuns()
    } else if (name === 'c' && column < MOST_COLUMNS) {
      while (cells.length < column) cells.push('')
      cells[column] = cellText(type, value, inline.text, shared)
    } else if (name === 'row') yield { row, cells, formula }
    else if (name === 'f' && kind === 'open') formula = true
    else if (name === 'v') within = kind === 'open' ? 'v' : ''
    else inline[kind](name)
  }
}

/** Where the first sheet and the shared texts lie. */
function partsOf(workbook: string, relations: string): { sheet: string; shared: string } {
  let first: string | undefined
  for (const piece of scanXml(workbook)) {
    if (piece.kind !== 'open') continue
    if (piece.name === 'sheet') first ??= attribute(piece.attributes, 'id')
    // Its days are counted from another day: each would be read four years off.
    if (piece.name === 'workbookPr' && /^(1|true)$/.test(attribute(piece.attributes, 'date1904') ?? ''))
      throw new SheetError('表格使用 1904 日期系统，请在 Excel 的高级选项中取消后重新保存再导入')
  }
  const found = { sheet: '', shared: 'xl/sharedStrings.xml' }
  for (const piece of scanXml(relations)) {
    if (piece.kind !== 'open' || piece.name !== 'Relationship') continue
    const target = partName(attribute(piece.attributes, 'Target') ?? '')
    const type = attribute(piece.attributes, 'Type') ?? ''
    if (attribute(piece.attributes, 'Id') === first) found.sheet = target
    if (type.includes(RELATION) && type.endsWith('/sharedStrings')) found.shared = target
  }
  return found
}

/**
 * The rows of a workbook's first sheet that hold something. It unpacks 16 MB at most, and costs what the cells cost that
 * are there, wherever they claim to stand.
 * @throws SheetError with the sentence for whoever sent it: unreadable, too large, or more than `most` rows
 */
export async function readXlsx(bytes: Buffer, most: number): Promise<SheetRow[]> {
  try {
    const part = openZip(bytes, UNPACKED_LIMIT)
    const text = async (name: string) => (await part(name))?.toString('utf8') ?? ''
    const { sheet, shared } = partsOf(await text('xl/workbook.xml'), await text('xl/_rels/workbook.xml.rels'))
    const xml = await text(sheet)
    if (xml === '') throw new SheetError('文件不是有效的 xlsx 表格')
    const texts = sharedTexts(await text(shared))
    const rows: SheetRow[] = []
    for (const row of sheetRows(xml, texts)) {
      if (isBlank(row)) continue
      rows.push(row)
      if (rows.length > most) throw new SheetError(`表格不能超过 ${most - 1} 行`)
    }
    return rows
  } catch (error) {
    if (error instanceof SheetError) throw error
    if (error instanceof ZipError && error.reason === 'too large') throw new SheetError('表格内容过大，请拆分后导入')
    throw new SheetError('文件不是有效的 xlsx 表格')
  }
}
