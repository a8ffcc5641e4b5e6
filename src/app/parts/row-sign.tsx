import { ToneMark } from '#app/ui/tone-mark.tsx'
import { cx } from '#app/ui/cx.ts'
import type { Tone } from '#app/ui/tone.ts'

export const SIGNED_ROWS = 'max-md:[&_.row-head]:pl-5'

export function RowSign({ tone, isQuiet = false }: { readonly tone: Tone; readonly isQuiet?: boolean }) {
  return (
    <ToneMark
      tone={tone}
      className={cx('absolute left-4 top-[calc(0.5rem+0.35em)] md:hidden print:hidden', isQuiet && '!text-ink-soft')}
    />
  )
}
