import { informationType } from '#contract/dict/information-type.ts'
import { toWireTime } from '#contract/time.ts'
import { blocksOf } from '../platform/html-blocks.ts'
import type { Deps } from '../platform/deps.ts'
import type { DocumentText } from '../platform/files/compose-pdf.ts'
import { storePdf } from '../platform/files/store-pdf.ts'
import type { InformationRow } from './portal.present.ts'

export type InformationText = Pick<InformationRow, 'type' | 'title' | 'body' | 'modifiedAt'>

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

export const informationDocument = ({ files, settings }: Deps, row: InformationRow): Promise<string> =>
  storePdf(files, `information/${row.id}`, informationText(row, settings.site.issuer))
