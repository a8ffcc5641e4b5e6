interface Counted {
  readonly name: string
  readonly value: number
}

/** The first `most - 1` and all others as 其他, where there are more than `most`; largest first as they come. */
export function foldSmallest<T extends Counted>(list: readonly T[], most: number): readonly (T | Counted)[] {
  if (list.length <= most) return list
  const rest = list.slice(most - 1)
  const others = { name: `其他 ${rest.length} 家`, value: rest.reduce((sum, { value }) => sum + value, 0) }
  return [...list.slice(0, most - 1), others]
}
