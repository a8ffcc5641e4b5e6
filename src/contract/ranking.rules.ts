/**
 * Equal values share a place: `[9, 8, 8, 7]` → `[1, 2, 2, 4]`.
 * @param values as displayed, best first
 */
export function placesOf(values: readonly (number | null)[]): number[] {
  const places: number[] = []
  values.forEach((value, at) => places.push(value === values[at - 1] ? (places[at - 1] ?? 1) : at + 1))
  return places
}
