const STEPS = [1, 2, 5, 10]
const MOST_STEPS = 5
const MOST_LABELS = 6

export interface ColumnScale {
  readonly top: number
  readonly step: number
}

export function columnScale(most: number): ColumnScale {
  const rough = Math.max(1, most) / MOST_STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, Math.round((STEPS.find((one) => one * power >= rough) ?? 10) * power))
  return { top: step * Math.ceil(Math.max(1, most) / step), step }
}

export function isLabelled(at: number, columns: number): boolean {
  const step = Math.ceil(columns / MOST_LABELS)
  return (columns - 1 - at) % step === 0
}
