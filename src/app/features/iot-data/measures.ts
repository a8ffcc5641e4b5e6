import type { Tone } from '#contract/dict/define-dict.ts'
import { measureState } from '#contract/measure-words.ts'
import type { Measure } from '#contract/record.ts'
import { formatNumber, MISSING } from '#app/lib/format.ts'

export function measureText(
  name: Measure,
  value: number | string | null | undefined,
): { text: string; tone: Tone | null } {
  if (value === null || value === undefined || value === '') return { text: MISSING, tone: null }
  const state = measureState(name, value)
  if (state) return { text: state.label, tone: state.tone }
  return { text: typeof value === 'number' ? formatNumber(value, 3) : value, tone: null }
}
