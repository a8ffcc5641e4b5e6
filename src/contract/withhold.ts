/**
 * A copy of an answer without one field.
 * @param path names from the outside in; lists on the way are passed through: `records.phone` is each record's phone
 */
function without(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, path))
  const [name, ...rest] = path
  if (name === undefined || typeof value !== 'object' || value === null || !(name in value)) return value
  const { [name]: inner, ...others } = value as Readonly<Record<string, unknown>>
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) }
}

/** A copy of an answer without the fields that may not be kept on a device (phones, ID numbers, secrets). */
export function withhold(answer: unknown, paths: readonly string[]): unknown {
  return paths.reduce((left, path) => without(left, path.split('.')), answer)
}
