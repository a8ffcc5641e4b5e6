import { appendFileSync } from 'node:fs'

/** One measured value, beside its reference of the same run. */
export interface Figure {
  /** What was measured: 'building list, page of 10'. */
  readonly name: string
  /** Where, as far as it matters: 'PGlite, 60 buildings'. */
  readonly where?: string
  readonly value: number
  readonly unit: 'ms' | '/s' | 'bytes' | 's' | 'MB' | ''
  readonly reference?: { readonly name: string; readonly value: number }
  /** What `value ÷ reference`, or the value where there is none, is to be: '≥ 0.5', '≤ 200'. */
  readonly goal?: string
  /** Its place in a table of its own, where many things are measured of many: of each page, of each screen. */
  readonly cell?: { readonly table: string; readonly row: string; readonly column: string; readonly note?: string }
}

const round = (value: number) => Number(value >= 100 ? value.toFixed() : value.toFixed(value < 0.1 ? 5 : 2))

export const ratioOf = ({ value, reference }: Figure): number | null => (reference ? value / reference.value : null)

/** Whether the goal holds; null where none was set. */
export function holds(figure: Figure): boolean | null {
  const [, sign, limit] = /^([≤≥]) ([\d.]+)$/.exec(figure.goal ?? '') ?? []
  if (!sign) return null
  const measured = ratioOf(figure) ?? figure.value
  return sign === '≤' ? measured <= Number(limit) : measured >= Number(limit)
}

/** Prints a figure, and hands it to `npm run bench` where that asked for it (BENCH_FIGURES names its file). */
export function tell(figure: Figure): void {
  const { name, where, value, unit, reference, goal } = figure
  const ratio = ratioOf(figure)
  const beside =
    reference && ratio !== null ? `; ${reference.name} ${round(reference.value)} ${unit}, ratio ${round(ratio)}` : ''
  const wanted = goal ? ` (goal ${goal}: ${holds(figure) ? 'holds' : 'MISSED'})` : ''
  console.log(`${name}${where ? ` (${where})` : ''}: ${round(value)} ${unit}${beside}${wanted}`)
  if (process.env.BENCH_FIGURES) appendFileSync(process.env.BENCH_FIGURES, `${JSON.stringify(figure)}\n`)
}

/** The value below which a share of sorted values lies; 0 where there are none. */
export const partOf = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
