interface Counted {
  readonly name: string
  readonly value: number
}

/** The first `most - 1` and all others as 其他, where there are more than `most`; largest first as they come. */
export function foldSmallest(list: readonly Counted[], most: number): Counted[] {
  if (list.length <= most) return list.map(({ name, value }) => ({ name, value }))
  const kept = list.slice(0, most - 1).map(({ name, value }) => ({ name, value }))
  const rest = list.slice(most - 1)
  return [...kept, { name: `其他 ${rest.length} 家`, value: rest.reduce((sum, { value }) => sum + value, 0) }]
}
