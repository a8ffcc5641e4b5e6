import { toWireTime } from '#contract/time.ts'

/** Longest part of a name: file systems take 255 bytes in all, three a Chinese character. */
const LONGEST_PART = 20

const clean = (part: string) =>
  Array.from(part.trim().replace(/[\\/:*?"<>|\s\p{Cc}]+/gu, '_'))
    .slice(0, LONGEST_PART)
    .join('')

/**
 * Names an export by what it holds and when it was made: `消防设施运行问题-未解决-20261123-101500.xlsx`.
 * @param what from the general to the particular; empty parts are left out
 */
export function exportFileName(now: Date, ...what: readonly (string | null | undefined)[]): string {
  const [day = '', time = ''] = toWireTime(now).split(' ')
  const parts = what.flatMap((part) => (part ? [clean(part)] : []))
  return `${[...parts, day.replaceAll('-', ''), time.replaceAll(':', '')].join('-')}.xlsx`
}
