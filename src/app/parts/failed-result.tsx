import { useQueryClient } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { CallError } from '#app/lib/call.ts'
import { requestWords } from '#app/lib/request-words.ts'
import { useConnection } from '#app/offline/connection.ts'
import { CONNECTIVITY_TEXT } from '#app/offline/connectivity.ts'
import { useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { AlertIcon } from '#app/ui/icon.tsx'
import { createStore } from '#app/ui/store.ts'

const failures = createStore<readonly string[]>([])

export interface FailedProps {
  readonly error: Error | null
  onRetry(): void
}

export function FailedResult({ error, onRetry }: FailedProps) {
  const connection = useConnection()
  const client = useQueryClient()
  // Only signed-in users' data is persisted.
  const isKept = useSession() !== null
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [notice, setNotice] = useState<Element | null>(null)
  const failed = useSyncExternalStore(failures.follow, failures.read)
  useLayoutEffect(() => {
    const slot = place.current?.closest('[role=dialog]') ? null : document.getElementById('page-notice')
    setNotice(slot)
    if (!slot) return undefined
    failures.write([...failures.read(), id])
    return () => failures.write(failures.read().filter((one) => one !== id))
  }, [id])

  const isSilent = connection === 'silent' || connection === 'portal'
  const isUnanswered =
    !error || (error instanceof CallError && (error.unanswered || (error.code === 'http' && isSilent)))
  const reason = CONNECTIVITY_TEXT[connection] || CONNECTIVITY_TEXT.silent
  const retry = (
    <Button
      size="small"
      onClick={() => {
        onRetry()
        void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      }}
    >
      重试
    </Button>
  )
  if (notice && failed.length > 1)
    return (
      <div ref={place} className="flex flex-1 items-center justify-center gap-2 px-4 py-6 text-base text-ink-soft">
        <AlertIcon className="shrink-0 text-attention-ink" />
        {isUnanswered ? '此项本机未保存' : '此项未取得数据'}
        {failed[0] === id &&
          createPortal(
            <div
              role="alert"
              className="mx-3 mt-2 flex items-center gap-3 rounded-md border border-attention bg-attention-soft px-4 py-1.5 text-attention-ink md:mx-3.5 xl:mx-5"
            >
              <AlertIcon className="shrink-0" />
              <p className="min-w-0 flex-1 text-base">
                {isUnanswered
                  ? `${reason}，${failed.length} 项本机未保存`
                  : `服务器出错，${failed.length} 项未取得数据`}
                {error && requestWords(error) && <span className="block text-sm">{requestWords(error)}</span>}
              </p>
              {retry}
            </div>,
            notice,
          )}
      </div>
    )
  const icon = <AlertIcon className="text-attention" />
  return (
    <div ref={place} className="flex flex-1 flex-col">
      {isUnanswered ? (
        <Empty
          icon={icon}
          title={`${reason}，此项本机未保存`}
          hint={isKept ? '恢复联网后打开一次，之后离线也能查看' : '恢复联网后请重试'}
          action={retry}
        />
      ) : (
        <Empty icon={icon} title={error.message} hint={requestWords(error)} action={retry} />
      )}
    </div>
  )
}
