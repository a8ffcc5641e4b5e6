import { createHash } from 'node:crypto'
import type { FileStore } from './file-key.ts'
import { composePdf, type DocumentText } from './compose-pdf.ts'

/** Increment to regenerate stored documents. */
const LAYOUT = 1

const underWay = new WeakMap<FileStore, Map<string, Promise<unknown>>>()

async function isStored(files: FileStore, key: string): Promise<boolean> {
  const file = await files.open(key)
  file?.stream.destroy()
  return file !== null
}

/** @returns its key in the file store */
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
