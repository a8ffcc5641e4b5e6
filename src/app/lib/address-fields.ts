// Fields of an address: whatever somebody typed there, a field that can't be meant counts as missing. Every page's
// address is read by the entry, so this is written out small instead of as schemas.

/** Reads one field; undefined where it is missing or can't be meant. */
export type AddressField<T> = (value: unknown) => T | undefined

type Fields = Readonly<Record<string, AddressField<unknown>>>
type Read<F extends Fields> = { [K in keyof F]?: ReturnType<F[K]> }

/** What a reader of addresses finds in one. */
export type AddressOf<R extends (search: Record<string, unknown>) => unknown> = ReturnType<R>

/** The reader of an address that has these fields, each of which may be missing; others are left out. */
export function addressOf<F extends Fields>(fields: F) {
  return (search: Record<string, unknown>): Read<F> => {
    const read: Read<F> = {}
    for (const name in fields) {
      if (search[name] !== undefined) read[name] = fields[name]?.(search[name]) as ReturnType<F[typeof name]>
    }
    return read
  }
}

/** Text of a known form. */
export const formField =
  (form: RegExp): AddressField<string> =>
  (value) => {
    const text = typeof value === 'object' ? '' : String(value)
    return form.test(text) ? text : undefined
  }

/** Text a person searches for. */
export const wordField = formField(/^[^]{0,64}$/)

/** A thing's id. */
export const idField = formField(/^[1-9]\d{0,14}$/)

/** One of a few words or numbers. */
export const choiceField =
  <const T extends readonly (string | number)[]>(choices: T): AddressField<T[number]> =>
  (value) =>
    choices.find((choice) => String(choice) === String(value))

/** Rows a page, one of the offered sizes. */
export const sizeField: <const T extends readonly number[]>(sizes: T) => AddressField<T[number]> = choiceField

/** A page's number, from 1 on. */
export const pageField: AddressField<number> = (value) => {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 ? page : undefined
}
