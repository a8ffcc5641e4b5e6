import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FIRST_VIEW, type ListView } from './list-view.ts'
import { MessageActions } from './message-actions.tsx'
import { MessageList } from './message-list.tsx'
import { MessageReading } from './message-reading.tsx'
import { useFocusOnView } from './use-focus-on-view.ts'

const route = getRouteApi('/_shell/messages')

export function MessagesScreen() {
  const { message: id = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [view, setView] = useState<ListView>(FIRST_VIEW)
  const { history } = useRouter()
  const place = useFocusOnView<HTMLDivElement>(id)
  const opened = useRef('')
  // A new entry would make browser back reopen it.
  const leave = () => (opened.current === id ? history.back() : void navigate({ search: {}, replace: true }))
  const open = (message: string) => {
    opened.current = message
    void navigate({ search: { message } })
  }
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="flex min-h-[24rem] flex-col rounded-md border border-line bg-panel px-4 pb-4 pt-2 outline-none md:pt-3"
    >
      {id ? (
        <>
          <div className="flex-1">
            <MessageReading key={id} id={id} />
          </div>
          <div className="mt-4 flex justify-end gap-2 border-t border-line pt-3">
            <MessageActions id={id} onLeave={leave} />
          </div>
        </>
      ) : (
        <MessageList view={view} onView={setView} onOpen={open} />
      )}
    </div>
  )
}
