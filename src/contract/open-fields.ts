import * as v from 'valibot'

/** Limit of {@link openText}; the API document reads it. */
export interface CodePoints {
  (value: string): boolean
  readonly codePoints: number
}

/** At most so many characters as people count them: one beyond the first plane is one, not two. */
const codePoints = (max: number): CodePoints =>
  Object.assign((value: string) => value.length <= max || [...value].length <= max, { codePoints: max })

/** A line of text in a call of a provider's program. */
export function openText(max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(codePoints(max), '内容过长'),
    v.check((value) => !/[\p{Cc}\p{Cs}]/u.test(value.replace(/[\t\n\r]/g, '')), '含有不能识别的字符'),
  )
}

const wrongField = ({ expected, received }: { expected: string | null; received: string }) =>
  expected === 'never' ? '没有这个字段' : received === 'undefined' || received === 'null' ? '此项不能为空' : '格式有误'

/** What a provider's program sends: a field that there is not is refused, since it may be a misspelt one. */
export function strict<const E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, wrongField)
}
