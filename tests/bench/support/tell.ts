import { appendFileSync } from 'node:fs'

export interface Figure {
  /** 'building list, page of 10' */
  readonly name: string
  /** 'PGlite, 60 buildings' */
  readonly where?: string
  readonly value: number
  readonly unit: 'ms' | '/s' | 'bytes' | 's' | 'MB' | ''
  readonly reference?: { readonly name: string; readonly value: number }
  readonly goal?: string
  readonly cell?: { readonly table: string; readonly row: string; readonly column: string; readonly note?: string }
}

const round = (value: number) => Number(value >= 100 ? value.toFixed() : value.toFixed(value < 0.1 ? 5 : 2))

export const ratioOf = ({ value, reference }: Figure): number | null => (reference ? value / reference.value : null)

/** Null: no goal. */
export function holds(figure: Figure): boolean | null {
  const [, sign, limit] = /^([≤≥]) ([\d.]+)$/.exec(figure.goal ?? '') ?? []
  if (!sign) return null
  const measured = ratioOf(figure) ?? figure.value
  return sign === '≤' ? measured <= Number(limit) : measured >= Number(limit)
}

export function tell(figure: Figure): void {
  const { name, where, value, unit, reference, goal } = figure
  const ratio = ratioOf(figure)
  const beside =
    reference && ratio !== null ? `; ${reference.name} ${round(reference.value)} ${unit}, ratio ${round(ratio)}` : ''
  const wanted = goal ? ` (goal ${goal}: ${holds(figure) ? 'holds' : 'MISSED'})` : ''
  console.log(`${name}${where ? ` (${where})` : ''}: ${round(value)} ${unit}${beside}${wanted}`)
  if (process.env.BENCH_FIGURES) appendFileSync(process.env.BENCH_FIGURES, `${JSON.stringify(figure)}\n`)
}

export const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

export const medianOf = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0

/** Of sorted values; 0: none. */
export const partOf = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
