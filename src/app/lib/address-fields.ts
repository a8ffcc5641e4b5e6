// Invalid: missing. No schemas: in the entry chunk.

type AddressField<T> = (value: unknown) => T | undefined

type Fields = Readonly<Record<string, AddressField<unknown>>>
type Read<F extends Fields> = { [K in keyof F]?: ReturnType<F[K]> }

export type AddressOf<R extends (search: Record<string, unknown>) => unknown> = ReturnType<R>

export function searchOf<F extends Fields>(fields: F) {
  return (search: Record<string, unknown>): Read<F> => {
    const read: Read<F> = {}
    for (const name in fields) {
      if (search[name] !== undefined) read[name] = fields[name]?.(search[name]) as ReturnType<F[typeof name]>
    }
    return read
  }
}

export const formField =
  (form: RegExp): AddressField<string> =>
  (value) => {
    const text = typeof value === 'object' ? '' : String(value)
    return form.test(text) ? text : undefined
  }

export const wordField = formField(/^[^]{0,64}$/)

export const idField = formField(/^[1-9]\d{0,14}$/)

export const choiceField =
  <const T extends readonly (string | number)[]>(choices: T): AddressField<T[number]> =>
  (value) =>
    choices.find((choice) => String(choice) === String(value))

export const sizeField: <const T extends readonly number[]>(sizes: T) => AddressField<T[number]> = choiceField

/** Page number, from 1. */
export const pageField: AddressField<number> = (value) => {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 ? page : undefined
}
