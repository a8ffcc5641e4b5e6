import { SheetError } from './sheet-row.ts'

/** Room for blank rows, twenty columns of shared texts, tags and texts. */
const ROWS = 4
const CELLS = 40
const PIECES = 200
const LETTERS = 800
const FEWEST_ROWS = 1_000
/** Excel's limit per cell. */
const LONGEST_TEXT = 32_767

const tooMuch = () => new SheetError('表格中的单元格或空行过多，请删除多余的行和列后导入')

export class SheetBudget {
  private cells = 0
  private rows = 0
  private pieces = 0
  private letters = 0

  private readonly most: number

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

  text(length: number): void {
    if (length > LONGEST_TEXT) throw new SheetError('单元格内容超过限制，请精简后导入')
    this.letters += length
    if (this.letters > LETTERS * this.most) throw new SheetError('表格内容过大，请拆分后导入')
  }
}
