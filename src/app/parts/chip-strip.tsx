import type { ReactNode, UIEvent } from 'react'
import { cx } from '#app/ui/cx.ts'

export const showChosenAt = (edge: number) => (strip: HTMLFieldSetElement | null) => {
  const chosen = strip?.querySelector<HTMLElement>('[aria-pressed=true]')
  if (strip && chosen) strip.scrollLeft = chosen.offsetLeft - strip.offsetLeft - edge
}

const showChosen = showChosenAt(104)

const GAP = 8
const GAPS = [GAP, 7, 9, 6, 10, 11, 12, 13, 14, 15, 16]
const ABOUT = 0.15
const WHOLE = 0.05

function cutEvenly(strip: HTMLFieldSetElement): void {
  const { children, clientWidth, scrollWidth } = strip
  if (scrollWidth <= clientWidth) return
  const start = strip.getBoundingClientRect().left
  const chips = [...children].flatMap((child, gaps) =>
    [...(child instanceof HTMLButtonElement ? [child] : child.querySelectorAll('button'))].map((chip) => {
      const { left, width } = chip.getBoundingClientRect()
      return { gaps, left: left - start, width }
    }),
  )
  const unevenness = (gap: number) => {
    const cut = chips
      .map(({ gaps, left, width }) => ({ left: left + (gap - GAP) * gaps, width }))
      .find(({ left, width }) => left + width > clientWidth - GAP)
    const shown = cut ? (clientWidth - cut.left) / cut.width : 0
    return shown <= 0 ? WHOLE : Math.max(0, Math.abs(shown - 0.5) - ABOUT)
  }
  const [best = GAP] = [...GAPS].sort((a, b) => unevenness(a) - unevenness(b))
  strip.style.columnGap = `${best}px`
}

function arrange(strip: HTMLFieldSetElement | null): void {
  if (strip) cutEvenly(strip)
  showChosen(strip)
}

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
      ref={arrange}
      onScroll={fadeStart}
      aria-label={label}
      className={cx(
        'flex min-w-0 gap-x-2 overflow-x-auto px-4 max-lg:pr-6 lg:flex-wrap max-lg:[-webkit-mask-image:linear-gradient(90deg,transparent,#000_var(--fade,0.75rem),#000_calc(100%-1.5rem),transparent)] [scrollbar-width:none] [&::-webkit-scrollbar]:hidden',
        className,
      )}
    >
      {children}
    </fieldset>
  )
}
