import * as v from 'valibot'

// What the sign-in pages need of the fields: the others don't travel with them.

/** An identifier as it travels: text on our wire; another server may send numbers. */
export const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
  v.nonEmpty(),
)

/** Text or a number, as text. */
export const asText = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value).trim()),
)

/** One of a few code numbers, in text or number form. */
export function code<const T extends readonly number[]>(codes: T, message = '取值有误') {
  return v.pipe(
    asText,
    v.check((s) => codes.some((c) => String(c) === s), message),
    v.transform((s) => Number(s) as T[number]),
  )
}

/** Text a person typed: trimmed, control characters and halves of characters refused, bounded. */
export function text(max: number, message = '内容过长') {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, message),
    v.check((s) => !/[\p{Cc}\p{Cs}]/u.test(s.replace(/[\t\n\r]/g, '')), '含有不能识别的字符'),
  )
}

/** Text that may be missing: shown as `--`. */
export const maybeText = v.nullable(v.string())
/** An answer that carries nothing. */
export const nothing = v.null()
