import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface PopoverProps {
  /** What the button shows. */
  readonly trigger: ReactNode
  /** The button's look. */
  readonly className: string
  /** Names the panel for screen readers. */
  readonly title: string
  /** Where the panel opens from the button's edge. */
  readonly opens?: 'down' | 'up'
  /** Which edge panel and button share. */
  readonly edge?: 'right' | 'left'
  /** A panel of a few words, beside which a phone has room for its button. */
  readonly narrow?: boolean
  /** Nothing to choose: the button says what holds. */
  readonly disabled?: boolean
  /** @param close for what leads away */
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a small panel beside itself; Escape, or a press or focus elsewhere, closes it. */
export function Popover({
  trigger,
  className,
  title,
  opens = 'down',
  edge = 'right',
  narrow = false,
  disabled,
  children,
}: PopoverProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return undefined
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [open])

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        disabled={disabled}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={className}
      >
        {trigger}
      </button>
      {open && (
        <section
          id={id}
          aria-label={title}
          className={cx(
            'absolute z-float max-w-[calc(100vw-2rem)] animate-appear rounded-md border border-line bg-panel p-4 text-left text-ink shadow-float',
            narrow ? 'w-52' : 'w-[22rem]',
            edge === 'right' ? 'right-0' : 'left-0',
            opens === 'down' ? 'top-full mt-2' : 'bottom-full mb-2',
          )}
        >
          {children(() => setOpen(false))}
        </section>
      )}
    </div>
  )
}
