import { AppError } from './app-error.ts'
import type { Session } from './session.ts'
import { SHEET_ROWS, type XlsxCell, type XlsxColumn, writeXlsx } from './files/xlsx-writer.ts'
import type { Context } from './implement.ts'
import { exportFileName } from './export-file-name.ts'
import { issueDownload } from './issue-download.ts'
import { takeExport } from './take-export.ts'

interface ExportedSheet {
  readonly title: string
  readonly of?: readonly (string | null | undefined)[]
  readonly columns: readonly XlsxColumn[]
  readonly audit?: Readonly<Record<string, unknown>>
}

/** @returns one-time download URL @throws AppError 413 beyond one sheet; 429 beyond ten exports a minute */
export async function exportSheet<Row>(
  ctx: Context<Session>,
  { title, of = [], columns, audit }: ExportedSheet,
  rows: Iterable<Row> | AsyncIterable<Row>,
  cells: (row: Row, number: number) => readonly XlsxCell[],
): Promise<string> {
  await takeExport(ctx)
  let count = 0
  async function* lines() {
    for await (const row of rows) {
      count += 1
      if (count > SHEET_ROWS) throw new AppError(413, `超过 ${SHEET_ROWS} 条，请缩小范围后导出`)
      yield cells(row, count)
    }
  }
  return issueDownload(ctx, {
    fileName: exportFileName(ctx.now, title, ...of),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    audit: () => ({ ...audit, rows: count }),
    content: writeXlsx({ name: title, columns, rows: lines() }),
  })
}
