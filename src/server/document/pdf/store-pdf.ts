import { createHash } from 'node:crypto'
import type { FileStore } from '#server/files/file-key.ts'
import { composePdf, type DocumentText } from './compose-pdf.ts'

/** Goes up when documents are to be set anew. */
const LAYOUT = 1

/** Documents being set right now: many readers of a new one wait for one setting. */
const underWay = new WeakMap<FileStore, Map<string, Promise<unknown>>>()

async function isStored(files: FileStore, key: string): Promise<boolean> {
  const file = await files.open(key)
  file?.stream.destroy()
  return file !== null
}

/**
 * A document of words: set when it is first asked for, kept under a name made of all that stands in it.
 * @param name what the key begins with, a folder included
 * @returns the key of a PDF in the file store
 */
export async function storePdf(files: FileStore, name: string, text: DocumentText): Promise<string> {
  const digest = createHash('sha256')
    .update(JSON.stringify([LAYOUT, text]))
    .digest('hex')
  const key = `${name}-${digest.slice(0, 16)}.pdf`
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
