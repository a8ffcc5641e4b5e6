import { informationType } from '#contract/dict/information-type.ts'
import { toWireTime } from '#contract/time.ts'
import type { Deps } from '../deps.ts'
import type { DocumentText } from '../document/pdf/compose-pdf.ts'
import { storePdf } from '../document/pdf/store-pdf.ts'
import type { InformationRow } from './portal.present.ts'

function textOf(row: InformationRow, source: string): DocumentText {
  return {
    title: row.title,
    facts: [informationType.label(row.type), `发布时间 ${toWireTime(row.modifiedAt)}`],
    paragraphs: row.body
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    source,
    date: row.modifiedAt,
  }
}

/**
 * An item's document.
 * @returns the key of a PDF in the file store
 */
export const informationDocument = ({ files, settings }: Deps, row: InformationRow): Promise<string> =>
  storePdf(files, `information/${row.id}`, textOf(row, settings.site.footer[0]?.text ?? ''))
