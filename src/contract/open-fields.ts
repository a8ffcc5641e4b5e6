import * as v from 'valibot'

/** `codePoints` is the limit, for the API document. */
export interface CodePoints {
  (value: string): boolean
  readonly codePoints: number
}

/** Counts code points instead of UTF-16 units. */
const codePoints = (max: number): CodePoints =>
  Object.assign((value: string) => value.length <= max || [...value].length <= max, { codePoints: max })

export function openText(max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(codePoints(max), `最多 ${max} 个字`),
    v.check((value) => !/[\p{Cc}\p{Cs}]/u.test(value.replace(/[\t\n\r]/g, '')), '含有不能识别的字符'),
  )
}

const wrongField = ({ expected, received }: { expected: string | null; received: string }) =>
  expected === 'never'
    ? '字段不存在'
    : received === 'undefined' || received === 'null'
      ? '此项不能为空'
      : `类型不符，应为 ${expected}`

/** Rejects unknown fields, since they may be misspelt. */
export function strict<const E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, wrongField)
}

type Part = v.GenericSchema & { readonly pipe?: readonly [v.GenericSchema, ...unknown[]] }

/** For the API document, which reads a pipe up to its first transformation; validation is unchanged. */
export function described<S extends v.GenericSchema>(schema: S, text: string): S {
  const [first, ...rest] = (schema as Part).pipe ?? [schema]
  const pipe = 'pipe' in first ? [described(first, text), ...rest] : [first, v.description(text), ...rest]
  return { ...schema, pipe }
}
