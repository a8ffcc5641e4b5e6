import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { Tone } from '#app/ui/tone.ts'

export const SIGNED_ROWS = 'max-md:[&_.row-head]:pl-7'

export function RowSign({ tone }: { readonly tone: Tone }) {
  return <ToneMark tone={tone} className="absolute left-4 top-2.5 h-5 w-5 md:hidden print:hidden" />
}
