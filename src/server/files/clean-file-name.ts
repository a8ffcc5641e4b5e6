import type { UploadType } from '#contract/upload.rules.ts'

const LONGEST = 60
/** Devices of Windows, which no file may be named after. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A name that no file system or browser misreads: the last part of the sender's, without control and direction marks,
 * with the ending of what the file really is.
 */
export function cleanFileName(said: string, type: UploadType): string {
  const last = said.split(/[/\\]/).pop() ?? ''
  const bare = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*%;=]/gu, '')
    .replace(/\.[^.]*$/, '')
    .replace(/\./g, '_')
    .trim()
  const name = Array.from(bare).slice(0, LONGEST).join('').trim()
  return `${name === '' || DEVICE.test(name) ? '附件' : name}.${type}`
}
