import type { ReactNode } from 'react'
import { percentOf } from '#contract/shares.rules.ts'
import { formatNumber } from '../lib/format.ts'
import type { Tone } from './tone.ts'

export interface ChartPoint {
  /** The category: '11-21'. */
  readonly label: string
  /** null leaves a gap in the line. */
  readonly value: number | null
}

export interface ChartSeries {
  readonly name: string
  readonly points: readonly ChartPoint[]
}

export interface LineModel {
  readonly series: readonly ChartSeries[]
  readonly height: number
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** A dashed line across, with its figure. */
  readonly averageLine?: { readonly value: number; readonly label: string } | undefined
  /** Written after every figure: '分', '%', 'MPa'. */
  readonly unit?: string | undefined
}

/** '92.5 分'; '--' when missing. */
export function withUnit(value: number | null, unit = ''): string {
  return value === null ? '--' : formatNumber(value) + (unit && ` ${unit}`)
}

export interface Slice {
  readonly name: string
  readonly value: number
  /** A status takes its tone's colour; without one the palette's next. */
  readonly tone?: Tone | undefined
  /** Makes a link of the figure. */
  readonly link?: ((shown: ReactNode) => ReactNode) | undefined
}

/** A slice's share of the whole in percent; of nothing, nothing. */
export function shareOf(value: number, parts: readonly Slice[]): number {
  const total = parts.reduce((sum, slice) => sum + slice.value, 0)
  return percentOf(value, total)
}
