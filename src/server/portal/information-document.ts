import { createHash } from 'node:crypto'
import { informationType } from '#contract/dict/information-type.ts'
import { toWireTime } from '#contract/time.ts'
import type { Deps } from '../deps.ts'
import { composePdf, type DocumentText } from '../document/pdf/compose-pdf.ts'
import type { FileStore } from '../files/file-store.ts'
import type { InformationRow } from './portal.present.ts'

/** Goes up when documents are to be set anew. */
const LAYOUT = 1

/** Documents being set right now: many readers of a new one wait for one setting. */
const underWay = new WeakMap<FileStore, Map<string, Promise<unknown>>>()

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

async function isStored(files: FileStore, key: string): Promise<boolean> {
  const file = await files.open(key)
  file?.stream.destroy()
  return file !== null
}

/**
 * An item's document: set at the first reading, kept under a name made of all that stands in it.
 * @returns the key of a PDF in the file store
 */
export async function informationDocument({ files, settings }: Deps, row: InformationRow): Promise<string> {
  const text = textOf(row, settings.site.footer[0]?.text ?? '')
  const digest = createHash('sha256')
    .update(JSON.stringify([LAYOUT, text]))
    .digest('hex')
  const key = `information/${row.id}-${digest.slice(0, 16)}.pdf`
  const here = underWay.get(files) ?? new Map<string, Promise<unknown>>()
  underWay.set(files, here)
  const make = async () => {
    if (!(await isStored(files, key))) await files.put(key, await composePdf(text), { contentType: 'application/pdf' })
  }
  const making = here.get(key) ?? make().finally(() => here.delete(key))
  here.set(key, making)
  await making
  return key
}
