import { Link } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { DESK } from '#app/lib/use-media.ts'
import { UnreadBadge } from '#app/parts/unread-count.tsx'
import { BellIcon } from '#app/ui/place-icons.tsx'
import { useUnreadWatch } from './use-unread-watch.ts'

const MessageDialog = lazy(() => import('./message-dialog.tsx').then((m) => ({ default: m.MessageDialog })))

const isPlain = (event: MouseEvent) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

export function MessageBell() {
  useUnreadWatch()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <Link
        to="/messages"
        preload={false}
        aria-label="消息通知"
        title="消息通知"
        onClick={(event) => {
          if (!isPlain(event) || !matchMedia(DESK).matches) return
          event.preventDefault()
          setWanted(true)
          setOpen(true)
        }}
        className="flex h-control w-control shrink-0 items-center justify-center rounded hover:bg-brand-raised"
      >
        <span className="relative">
          <BellIcon className="h-5 w-5" />
          <UnreadBadge />
        </span>
      </Link>
      <Suspense fallback={null}>{wanted && <MessageDialog open={open} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
