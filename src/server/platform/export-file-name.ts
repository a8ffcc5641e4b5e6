import { toWireTime } from '#contract/time.ts'

/** File systems allow 255 bytes per name; a Chinese character takes three. */
const LONGEST_PART = 20

const clean = (part: string) =>
  Array.from(part.trim().replace(/[\\/:*?"<>|\s\p{Cc}]+/gu, '_'))
    .slice(0, LONGEST_PART)
    .join('')

/** As `消防设施运行问题-未解决-20261123-101500.xlsx`. */
export function exportFileName(now: Date, ...what: readonly (string | null | undefined)[]): string {
  const [day = '', time = ''] = toWireTime(now).split(' ')
  const parts = what.flatMap((part) => (part ? [clean(part)] : []))
  return `${[...parts, day.replaceAll('-', ''), time.replaceAll(':', '')].join('-')}.xlsx`
}
