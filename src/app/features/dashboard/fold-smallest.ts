interface Counted {
  readonly name: string
  readonly value: number
}

/** @param list largest first */
export function foldSmallest<T extends Counted>(list: readonly T[], most: number): readonly (T | Counted)[] {
  if (list.length <= most) return list
  const rest = list.slice(most - 1)
  const others = { name: `其他 ${rest.length} 家`, value: rest.reduce((sum, { value }) => sum + value, 0) }
  return [...list.slice(0, most - 1), others]
}
