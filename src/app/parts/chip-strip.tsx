import type { ReactNode, UIEvent } from 'react'
import { cx } from '#app/ui/cx.ts'

export const showChosenAt = (edge: number) => (strip: HTMLFieldSetElement | null) => {
  const chosen = strip?.querySelector<HTMLElement>('[aria-pressed=true]')
  if (strip && chosen)
    strip.scrollLeft += chosen.getBoundingClientRect().left - strip.getBoundingClientRect().left - edge
}

const showChosen = showChosenAt(104)

export function fadeStart({ currentTarget: { style, scrollLeft } }: UIEvent<HTMLElement>): void {
  style.setProperty('--fade', scrollLeft > 0 ? '1.5rem' : '0.75rem')
}

interface ChipStripProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

export function ChipStrip({ label, className, children }: ChipStripProps) {
  return (
    <fieldset
      ref={showChosen}
      onScroll={fadeStart}
      aria-label={label}
      className={cx(
        'relative flex min-w-0 gap-x-2 overflow-x-auto px-4 max-lg:pr-6 lg:flex-wrap max-lg:[-webkit-mask-image:linear-gradient(90deg,transparent,#000_var(--fade,0.75rem),#000_calc(100%-1.5rem),transparent)] [scrollbar-width:none] [&::-webkit-scrollbar]:hidden',
        className,
      )}
    >
      {children}
    </fieldset>
  )
}
