import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface PopoverProps {
  readonly trigger: ReactNode
  readonly className: string
  readonly title: string
  readonly edge?: 'right' | 'left'
  readonly narrow?: boolean
  readonly disabled?: boolean
  /** @param close for links that leave the page */
  readonly children: (close: () => void) => ReactNode
}

export function Popover({
  trigger,
  className,
  title,
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
            'absolute top-full z-float mt-2 max-w-[calc(100vw-2rem)] animate-appear rounded-md border border-line bg-panel p-4 text-left text-ink shadow-float',
            narrow ? 'w-52' : 'w-[22rem]',
            edge === 'right' ? 'right-0' : 'left-0',
          )}
        >
          {children(() => setOpen(false))}
        </section>
      )}
    </div>
  )
}
