import type { Tone } from './dict/define-dict.ts'

/** Tone of a percentage reached: 100 green, 1 to 99 orange, none grey. Source: document 2, section 4, Progress colour. */
export function progressTone(percent: number): Tone {
  if (percent >= 100) return 'ok'
  return percent > 0 ? 'attention' : 'unknown'
}
