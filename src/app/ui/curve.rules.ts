import { formatNumber } from '../lib/format.ts'

export interface CurvePoint {
  /** ms */
  readonly at: number
  readonly value: number
}

export interface NormalRange {
  readonly low: number | null
  readonly high: number | null
}

export type Place = 'in' | 'below' | 'above'

export function placeIn({ low, high }: NormalRange, value: number): Place {
  if (low !== null && value < low) return 'below'
  return high !== null && value > high ? 'above' : 'in'
}

export type LinePoint = readonly [at: number, value: number | null]

export interface Crossing {
  readonly at: number
  readonly value: number
  readonly to: Place
}

export interface CurveLines {
  /** Same times in both; a crossing is in both. */
  readonly within: readonly LinePoint[]
  readonly outside: readonly LinePoint[]
  readonly crossings: readonly Crossing[]
}

export function linesOf(points: readonly CurvePoint[], range: NormalRange, gap: number): CurveLines {
  const within: LinePoint[] = []
  const outside: LinePoint[] = []
  const crossings: Crossing[] = []
  const add = (at: number, value: number | null, place: Place | 'both') => {
    within.push([at, place === 'in' || place === 'both' ? value : null])
    outside.push([at, place === 'in' ? null : value])
  }
  points.forEach((point, index) => {
    const before = points[index - 1]
    const place = placeIn(range, point.value)
    if (before && point.at - before.at > gap) add((before.at + point.at) / 2, null, 'both')
    else if (before)
      for (const crossing of crossingsOf(before, point, range)) {
        crossings.push(crossing)
        add(crossing.at, crossing.value, 'both')
      }
    add(point.at, point.value, place)
  })
  return { within, outside, crossings }
}

function crossingsOf(before: CurvePoint, after: CurvePoint, range: NormalRange): Crossing[] {
  const from = placeIn(range, before.value)
  const to = placeIn(range, after.value)
  if (from === to) return []
  const reach = (limit: number, place: Place): Crossing => {
    const share = (limit - before.value) / (after.value - before.value)
    return { at: Math.round(before.at + share * (after.at - before.at)), value: limit, to: place }
  }
  const limitOf = (place: Place) => (place === 'below' ? range.low : place === 'above' ? range.high : null)
  return [
    ...(from === 'in' ? [] : [reach(limitOf(from) ?? 0, 'in')]),
    ...(to === 'in' ? [] : [reach(limitOf(to) ?? 0, to)]),
  ]
}

export interface Scale {
  readonly min: number
  readonly max: number
  readonly ticks: number
}

export function scaleOf(points: readonly CurvePoint[], { low, high }: NormalRange): Scale {
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  // Noise stays flat.
  const spread = Math.max(most - least, Math.abs(most) / 5) || 1
  const near = [low, high].filter(
    (limit): limit is number => limit !== null && limit >= least - 3 * spread && limit <= most + 3 * spread,
  )
  const middle = (least + most) / 2
  const from = Math.min(middle - spread / 2, ...near)
  const to = Math.max(middle + spread / 2, ...near)
  const step = roundStep((to - from) / 4)
  const min = Math.floor((from - step / 8) / step) * step
  const max = Math.ceil((to + step / 8) / step) * step
  const floor = least >= 0 ? Math.max(0, min) : min
  return { min: tidy(floor), max: tidy(max), ticks: Math.round((max - floor) / step) }
}

function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  return power * ([1, 2, 5].find((step) => step * power >= wanted * 0.999) ?? 10)
}

const tidy = (value: number) => Number(value.toPrecision(12))

export const shownFigure = (value: number) => formatNumber(value, Math.abs(value) < 10 ? 3 : 1)

export interface SpanRow {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
  readonly last: number
}

export function spanRows(points: readonly CurvePoint[], from: number, to: number, count: number): SpanRow[] {
  const width = (to - from) / count || 1
  const spans = new Map<number, CurvePoint[]>()
  for (const point of points) {
    const at = Math.min(count - 1, Math.max(0, Math.floor((point.at - from) / width)))
    spans.set(at, [...(spans.get(at) ?? []), point])
  }
  return [...spans].map(([at, those]) => {
    const values = those.map(({ value }) => value)
    return {
      from: from + at * width,
      to: from + (at + 1) * width,
      low: Math.min(...values),
      high: Math.max(...values),
      last: values[values.length - 1] ?? 0,
    }
  })
}
