import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { Tone } from '#app/ui/tone.ts'

export const SIGNED_ROWS = 'max-md:[&_.row-head]:pl-5'

export function RowSign({ tone }: { readonly tone: Tone }) {
  return <ToneMark tone={tone} className="absolute left-4 top-[calc(0.5rem+0.35em)] md:hidden print:hidden" />
}
