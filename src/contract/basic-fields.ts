import * as v from 'valibot'

// Kept apart from `fields.ts` so that the sign-in pages load these fields only.

export const WRONG_INPUT = '页面参数有误，请刷新后重试'

/** Other servers may send numbers. */
export const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
  v.nonEmpty(),
)

export const asText = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value).trim()),
)

/** Accepts text and numbers. */
export function code<const T extends readonly number[]>(codes: T, message = WRONG_INPUT) {
  return v.pipe(
    asText,
    v.check((s) => codes.some((c) => String(c) === s), message),
    v.transform((s) => Number(s) as T[number]),
  )
}

/** Trimmed, at most `max` UTF-16 units, without control characters and lone surrogates. */
export function text(max: number, message = `最多 ${max} 个字`) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, message),
    v.check((s) => !/[\p{Cc}\p{Cs}]/u.test(s.replace(/[\t\n\r]/g, '')), '含有不能识别的字符'),
  )
}

/** Shown as `--` if null. */
export const maybeText = v.nullable(v.string())
export const nothing = v.null()
