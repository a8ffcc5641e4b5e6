/** @param path field names; arrays are traversed: `records.phone` is each record's phone */
function without(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, path))
  const [name, ...rest] = path
  if (name === undefined || typeof value !== 'object' || value === null || !(name in value)) return value
  const { [name]: inner, ...others } = value as Readonly<Record<string, unknown>>
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) }
}

/** Copy without the fields that must not be stored on a device (phones, ID numbers, secrets). */
export function redact(answer: unknown, paths: readonly string[]): unknown {
  return paths.reduce((left, path) => without(left, path.split('.')), answer)
}
