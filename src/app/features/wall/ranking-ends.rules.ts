import { placesOf } from '#contract/ranking.rules.ts'

export interface RankedPlace {
  readonly name: string
  readonly value: number
  readonly place: number
  readonly at: number
}

const ENDS = 3

export function rankingEnds<T extends { readonly areaName: string }>(
  rows: readonly T[],
  figure: (row: T) => number | null,
  isShort: boolean,
): RankedPlace[] {
  const found = rows
    .flatMap((row) => {
      const value = figure(row)
      return value === null ? [] : [{ name: row.areaName, value }]
    })
    .sort((a, b) => b.value - a.value)
  const places = placesOf(found.map(({ value }) => value))
  const ranked = found.map((row, at) => ({ ...row, at, place: places[at] ?? at + 1 }))
  return isShort ? ranked.slice(-ENDS) : [...ranked.slice(0, ENDS), ...ranked.slice(ENDS).slice(-ENDS)]
}
