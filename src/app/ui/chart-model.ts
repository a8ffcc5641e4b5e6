import type { ReactNode } from 'react'
import { percentOf } from '#contract/shares.rules.ts'
import { formatNumber } from '../lib/format.ts'
import type { CurvePoint, NormalRange } from './curve.rules.ts'
import type { Tone } from './tone.ts'

export interface ChartPoint {
  /** Category: '11-21'. */
  readonly label: string
  /** Null: a gap. */
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
  /** Draws the score's bands. */
  readonly isScore?: boolean | undefined
  readonly hidesLastValue?: boolean | undefined
  readonly averageLine?: { readonly value: number; readonly label: string } | undefined
  /** '分', '%', 'MPa'. */
  readonly unit?: string | undefined
}

export interface CurveModel extends NormalRange {
  readonly name: string
  readonly points: readonly CurvePoint[]
  /** ms */
  readonly from: number
  readonly to: number
  readonly endsNow?: boolean | undefined
  /** Longer intervals (ms) interrupt the line. */
  readonly gap: number
  readonly unit?: string | undefined
  /** A state's codes. */
  readonly words?: readonly string[] | undefined
  readonly height: number
  readonly departure?: { readonly at: number; readonly text: string; readonly isLow: boolean } | undefined
}

/** '92.5 分' */
export function withUnit(value: number | null, unit = ''): string {
  return value === null ? '--' : formatNumber(value) + (unit && ` ${unit}`)
}

export interface Slice {
  readonly name: string
  readonly value: number
  /** Default: the next palette colour. */
  readonly tone?: Tone | undefined
  readonly link?: ((shown: ReactNode) => ReactNode) | undefined
}

export function shareOf(value: number, parts: readonly Slice[]): number {
  const total = parts.reduce((sum, slice) => sum + slice.value, 0)
  return percentOf(value, total)
}
