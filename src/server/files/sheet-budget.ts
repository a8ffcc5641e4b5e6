import { SheetError } from './sheet-row.ts'

/** For each row that may hold something: blank rows beside it, twenty columns with a shared text each, tags and texts of the XML. */
const ROWS = 4
const CELLS = 40
const PIECES = 200
const LETTERS = 800
/** A table of a few rows may have formatted blank ones. */
const FEWEST_ROWS = 1_000
/** The most Excel keeps in a cell. */
const LONGEST_TEXT = 32_767

const tooMuch = () => new SheetError('表格中的单元格或空行过多，请删除多余的行和列后导入')

/** Counts all that a table file holds while it is read, blank or not. @throws SheetError where it is too much */
export class SheetBudget {
  private cells = 0
  private rows = 0
  private pieces = 0
  private letters = 0

  private readonly most: number

  /** @param most how many rows may hold something */
  constructor(most: number) {
    this.most = Math.max(most, FEWEST_ROWS)
  }

  piece(): void {
    if (++this.pieces > PIECES * this.most) throw tooMuch()
  }

  cell(): void {
    if (++this.cells > CELLS * this.most) throw tooMuch()
  }

  row(): void {
    if (++this.rows > ROWS * this.most) throw tooMuch()
  }

  /** @param length of a cell's text, before it is decoded */
  text(length: number): void {
    if (length > LONGEST_TEXT) throw new SheetError('单元格内容过长，请精简后导入')
    this.letters += length
    if (this.letters > LETTERS * this.most) throw new SheetError('表格内容过大，请拆分后导入')
  }
}
