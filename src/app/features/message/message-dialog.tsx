import { useState } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageList } from './message-list.tsx'
import { MessageReading } from './message-reading.tsx'
import { FIRST_VIEW, type ListView } from './list-view.ts'
import { useFocusOnView } from './use-focus-on-view.ts'

export function MessageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [view, setView] = useState<ListView>(FIRST_VIEW)
  const [id, setId] = useState('')
  const place = useFocusOnView<HTMLDivElement>(id)
  const back = () => setId('')
  const close = () => {
    back()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={id ? '消息详情' : '消息通知'}
      width={800}
      footer={id ? <MessageActions id={id} onLeave={back} onFollow={close} /> : undefined}
    >
      <div ref={place} tabIndex={-1} className="min-h-[24rem] outline-none">
        {id ? (
          <MessageReading key={id} id={id} />
        ) : (
          <MessageList view={view} onView={setView} onOpen={setId} onLeave={close} />
        )}
      </div>
    </Dialog>
  )
}
