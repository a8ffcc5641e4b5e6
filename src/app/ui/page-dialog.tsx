import { Dialog as Base, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { useDeferredValue, type ReactNode } from 'react'
import { keepComposing } from './keep-composing.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useFloatingTabs } from './use-floating-tabs.ts'

/** A dialog that is a whole page on a phone, and 880 px wide near the top elsewhere. */
export function PageDialog({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}) {
  // As in dialog.tsx: the first render must be closed.
  const shown = useDeferredValue(open, false)
  useBackCloses(open, onClose)
  return (
    <Base open={shown} onClose={onClose} onKeyDown={keepComposing} className="relative z-dialog">
      <DialogBackdrop className="fixed inset-0 bg-veil/50" />
      <div className="fixed inset-0 flex items-start justify-center md:px-6 md:py-[4.5rem]">
        <DialogPanel className="safe-top safe-bottom flex h-full w-full flex-col overflow-hidden bg-panel md:h-[45.5rem] md:max-h-full md:max-w-[880px] md:rounded-lg md:border md:border-line md:shadow-float">
          <DialogTitle className="sr-only">{title}</DialogTitle>
          {children}
          <FloatingTabs />
        </DialogPanel>
      </div>
    </Base>
  )
}

function FloatingTabs() {
  useFloatingTabs()
  return null
}
