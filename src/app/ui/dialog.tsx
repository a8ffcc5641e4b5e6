import { Dialog as Base, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { CloseIcon } from './icon.tsx'
import { keepComposing } from './keep-composing.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useFloatingTabs } from './use-floating-tabs.ts'

/** The documents', and 420 for confirmations. */
export type DialogWidth = 420 | 600 | 700 | 750 | 800 | 1200

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly width?: DialogWidth
  /** `free`: Escape, outside or ✕; `button`: ✕; `locked`: footer. */
  readonly closing?: 'free' | 'button' | 'locked'
  readonly footer?: ReactNode
  readonly aside?: ReactNode
  readonly urgent?: boolean
  /** Open while the address names it: the device's back closes it by itself. */
  readonly byAddress?: boolean
  readonly children: ReactNode
}

const widths: Readonly<Record<DialogWidth, string>> = {
  420: 'md:max-w-[420px]',
  600: 'md:max-w-[600px]',
  700: 'md:max-w-[700px]',
  750: 'md:max-w-[750px]',
  800: 'md:max-w-[800px]',
  1200: 'md:max-w-[1200px]',
}

const nothing = () => undefined

export function Dialog({
  open,
  onClose,
  title,
  width = 600,
  closing = 'free',
  footer,
  aside,
  urgent,
  byAddress = false,
  children,
}: DialogProps) {
  const panel = useRef<HTMLDivElement>(null)
  const closeUnlessTyped = () => {
    if (![...(panel.current?.querySelectorAll('textarea') ?? [])].some(({ value }) => value)) onClose()
  }
  // Headless UI makes the page inert on a change to open only.
  const shown = useDeferredValue(open, false)
  useBackCloses(open && !byAddress && closing !== 'locked', onClose)
  return (
    <Base
      open={shown}
      onClose={closing === 'free' ? closeUnlessTyped : nothing}
      onKeyDown={keepComposing}
      role={urgent ? 'alertdialog' : 'dialog'}
      transition
      className="relative z-dialog"
    >
      <DialogBackdrop
        transition
        className="fixed bottom-0 left-0 right-0 top-0 bg-veil/50 transition-opacity duration-150 data-[closed]:opacity-0"
      />
      <div className="fixed bottom-0 left-0 right-0 top-0 flex items-end justify-center pb-[var(--sheet-end,0px)] pt-12 md:items-center md:p-6">
        <DialogPanel
          ref={panel}
          transition
          className={cx(
            'safe-bottom flex max-h-full w-full flex-col rounded-t-xl border-line bg-panel shadow-sheet md:rounded-md md:border md:shadow-float',
            'transition duration-200 ease-out data-[closed]:translate-y-full md:duration-150 md:data-[closed]:translate-y-2 md:data-[closed]:opacity-0',
            widths[width],
          )}
        >
          <FocusReturn />
          <header className="flex min-h-[3rem] items-center justify-between gap-3 border-b border-line py-1 pl-4 pr-1 md:pl-5">
            <DialogTitle className="min-w-0 flex-1 text-lg">{title}</DialogTitle>
            {aside}
            {closing !== 'locked' && <IconButton label="关闭" icon={<CloseIcon />} onClick={onClose} />}
          </header>
          <div className="min-h-0 flex-1 overflow-auto overscroll-contain px-4 py-4 md:px-5">{children}</div>
          {footer && (
            <footer className="flex flex-col-reverse gap-2 border-t border-line px-4 py-3 md:flex-row md:justify-end md:px-5">
              {footer}
            </footer>
          )}
        </DialogPanel>
      </div>
    </Base>
  )
}

// Headless UI knows the focus only once loaded.
function FocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useFloatingTabs()
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      }),
    [opener],
  )
  return null
}
