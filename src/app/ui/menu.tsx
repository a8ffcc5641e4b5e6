import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { ChevronDownIcon } from './icon.tsx'
import { entryAfter } from './menu-keys.ts'

export interface MenuOption {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly disabled?: boolean | undefined
  readonly title?: string | undefined
  readonly danger?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  readonly trigger: ReactNode
  /** Accessible name. */
  readonly label?: string
  readonly head?: ReactNode
  readonly entries: readonly MenuOption[]
  /** Without the arrow, as a square. */
  readonly bare?: boolean
  readonly floats?: boolean
  readonly className?: string
}

/** Headless UI's menu adds 29 KB to every page. */
export function Menu({ trigger, label, head, entries, bare, floats, className }: MenuProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const [place, setPlace] = useState<CSSProperties>()
  const shownAt = useRef<DOMRect | undefined>(undefined)
  const open = at !== null

  useEffect(() => {
    if (at !== null) root.current?.querySelectorAll<HTMLElement>('[role=menuitem]')[at]?.focus()
  }, [at])

  useEffect(() => {
    if (!open) return undefined
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setAt(null)
    }
    // The scrolling that brought the button here may still report after the press.
    const leaveIfMoved = () => {
      const now = button.current?.getBoundingClientRect()
      if (now?.top !== shownAt.current?.top || now?.left !== shownAt.current?.left) setAt(null)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    if (floats) document.addEventListener('scroll', leaveIfMoved, true)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('scroll', leaveIfMoved, true)
    }
  }, [open, floats])

  const show = (first: number) => {
    const box = button.current?.getBoundingClientRect()
    shownAt.current = box
    if (box)
      setPlace(
        floats ? placeOf(box, entries.length) : { maxHeight: Math.max(innerHeight - box.bottom - 8, 4 * ENTRY_PX) },
      )
    setAt(first)
  }

  const close = () => {
    setAt(null)
    button.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const next = entryAfter(event.key, at ?? -1, entries.length)
    const escaped = open && event.key === 'Escape'
    if (next === null && !escaped) return
    event.preventDefault()
    if (next === null) close()
    else if (open) setAt(next)
    else show(next)
  }

  return (
    <div ref={root} className={cx('relative', className)}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? setAt(null) : show(0))}
        onKeyDown={onKeyDown}
        className={cx(
          'flex max-w-full items-center justify-center gap-1.5 rounded text-base hover:bg-wash',
          bare ? 'min-h-control-sm min-w-control-sm' : 'min-h-control min-w-control px-2',
        )}
      >
        {trigger}
        {!bare && <ChevronDownIcon />}
      </button>
      {open && (
        <div
          style={place}
          className="absolute right-0 top-full z-float mt-1 min-w-[12rem] max-w-[min(20rem,90vw)] animate-appear overflow-y-auto overscroll-contain rounded-md border border-line bg-panel py-1 text-ink shadow-float"
        >
          {head && <div className="border-b border-line px-4 pb-2 pt-1.5 text-sm text-ink-soft">{head}</div>}
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
            {entries.map(({ key, label: text, icon, disabled, title, danger, onSelect }, place) => (
              <button
                key={key}
                type="button"
                role="menuitem"
                tabIndex={-1}
                title={title}
                aria-disabled={disabled}
                onClick={() => {
                  if (disabled) return
                  close()
                  onSelect()
                }}
                className={cx(
                  'flex min-h-control w-full items-center gap-2.5 px-4 text-left text-base aria-disabled:cursor-not-allowed aria-disabled:opacity-45 hover:bg-wash focus-visible:bg-wash focus-visible:-outline-offset-2',
                  danger && 'text-danger-ink',
                  danger && place > 0 && !entries[place - 1]?.danger && 'border-t border-line',
                )}
              >
                {icon}
                {text}
                {disabled && title && (
                  <span aria-hidden="true" className="text-xs">
                    {title}
                  </span>
                )}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const ENTRY_PX = 44
const FOOT_BAR_PX = 72

function placeOf({ top, bottom, right }: DOMRect, entries: number): CSSProperties {
  const side = { position: 'fixed', right: document.documentElement.clientWidth - right } as const
  const below = innerHeight - FOOT_BAR_PX - bottom
  const above = top - 8
  return below < (entries + 0.5) * ENTRY_PX && above > below
    ? { ...side, top: 'auto', bottom: innerHeight - top + 4, maxHeight: above }
    : { ...side, top: bottom, maxHeight: below }
}
