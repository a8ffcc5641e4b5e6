import { informationType } from '#contract/dict/information-type.ts'
import { toWireTime } from '#contract/time.ts'
import { blocksOf } from '../content/html-blocks.ts'
import type { Deps } from '../deps.ts'
import type { DocumentText } from '../document/pdf/compose-pdf.ts'
import { storePdf } from '../document/pdf/store-pdf.ts'
import type { InformationRow } from './portal.present.ts'

/** What an item's document is made from. */
export type InformationText = Pick<InformationRow, 'type' | 'title' | 'body' | 'modifiedAt'>

/** An item as the document the public reads, whoever asks: a reader, or who looks at it beforehand. */
export function informationText(row: InformationText, source: string): DocumentText {
  return {
    title: row.title,
    facts: [informationType.label(row.type), `发布时间 ${toWireTime(row.modifiedAt)}`],
    paragraphs: blocksOf(row.body).map(({ heading, runs }) => {
      const words = runs.map(({ text }) => text).join('')
      if (heading) return { heading: words }
      return runs.some(({ bold }) => bold) ? { runs } : words
    }),
    source,
    date: row.modifiedAt,
  }
}

/**
 * An item's document.
 * @returns the key of a PDF in the file store
 */
export const informationDocument = ({ files, settings }: Deps, row: InformationRow): Promise<string> =>
  storePdf(files, `information/${row.id}`, informationText(row, settings.site.footer[0]?.text ?? ''))
