import { createContext, type CSSProperties, type ReactNode, useContext, useId } from 'react'
import { cx } from './cx.ts'

export interface CardProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly freshness?: ReactNode
  /** px from 768 up; automatic on phones. */
  readonly height?: number
  readonly footer?: ReactNode
  readonly flush?: boolean
  readonly isNamed?: boolean
  readonly className?: string
  readonly children: ReactNode
}

const FRAME = 'min-w-0 rounded-md border border-line bg-panel'

/** False: each keeps its space. */
export const CardsDrawn = createContext(true)

const NOTE_BELOW =
  '[&_[data-note]>span]:sr-only [&_[data-note]]:absolute [&_[data-note]]:right-0 [&_[data-note]]:top-full [&_[data-note]]:-mt-0.5 [&_[data-note]]:whitespace-nowrap [&_[data-note]]:leading-none'

export function Card({ title, actions, freshness, height, footer, flush, isNamed, className, children }: CardProps) {
  const titleId = useId()
  if (!useContext(CardsDrawn))
    return <div aria-busy="true" style={{ minHeight: height }} className={cx(FRAME, className)} />
  return (
    <section
      aria-labelledby={titleId}
      style={height === undefined ? undefined : ({ '--card-height': `${height}px` } as CSSProperties)}
      className={cx('flex flex-col', FRAME, height !== undefined && 'md:h-[var(--card-height)]', className)}
    >
      <header
        className={cx(
          'flex min-h-[3rem] flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 pb-px pt-0.5 mouse:min-h-[2.5rem]',
          isNamed && 'sr-only print:not-sr-only',
        )}
      >
        <h2 id={titleId} className="min-w-0 text-base">
          {title}
        </h2>
        {/* Next to the time the header would wrap offline. */}
        <div className={cx('flex grow items-center justify-end gap-2 [&>.text-ink-soft]:translate-y-px', NOTE_BELOW)}>
          {!isNamed && freshness}
          {actions}
        </div>
      </header>
      <div
        className={cx(
          'flex min-h-0 min-w-0 flex-1 flex-col',
          !flush && 'p-4',
          height !== undefined && 'md:overflow-auto',
        )}
      >
        {children}
      </div>
      {footer && (
        <footer
          className={cx(
            'border-t border-line px-4 py-2',
            isNamed && 'flex flex-wrap items-center gap-x-3 [&>.invisible]:absolute [&>nav]:flex-auto',
          )}
        >
          {footer}
          {isNamed && freshness}
        </footer>
      )}
    </section>
  )
}

export function CardSpace({ height, className }: Required<Pick<CardProps, 'height'>> & Pick<CardProps, 'className'>) {
  return <div aria-busy="true" style={{ height }} className={cx(FRAME, className)} />
}

export function CardGrid({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return <div className={cx('grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3', className)}>{children}</div>
}
