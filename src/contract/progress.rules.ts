import type { Tone } from './dict/define-dict.ts'

/** Source: document 2, section 4, Progress colour. */
export function progressTone(percent: number): Tone {
  if (percent >= 100) return 'ok'
  return percent > 0 ? 'attention' : 'unknown'
}
