import type { UploadType } from '#contract/upload.rules.ts'

const LONGEST = 60
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Last path segment, without control and direction characters, with the extension of the detected type. */
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
