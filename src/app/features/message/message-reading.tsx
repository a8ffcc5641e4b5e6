import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageQuery, openMessage } from '#app/data/message.ts'
import { formatTime } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { RichText } from '#app/parts/rich-text.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'

const asWords = (html: string) => html.replace(/<[^>]+>/g, '\n').trim()

/** The request marks it read: once per mount, retried only by the user. */
export function MessageReading({ id }: { id: string }) {
  const client = useQueryClient()
  const kept = useQuery(messageQuery.opened(id))
  const [error, setError] = useState<Error | null>(null)
  const asked = useRef(false)

  async function ask() {
    setError(null)
    await openMessage(client, id).catch((failure: unknown) => {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
    })
  }
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void ask()
  })

  return (
    <QueryResult
      of={{ data: kept.data, error, isPending: error === null, refetch: ask as unknown as typeof kept.refetch }}
      waiting={<SkeletonText lines={5} />}
    >
      {({ title, sendTime, readTime, messageHtml }) => (
        <article>
          <h2 className="text-lg">{title}</h2>
          <p className="mb-3 mt-1 flex flex-wrap gap-x-6 border-b border-line pb-3 text-sm text-ink-soft">
            <span>发送时间 {formatTime(sendTime)}</span>
            <span>阅读时间 {formatTime(readTime)}</span>
          </p>
          <RichText html={messageHtml} plain={asWords(messageHtml)} />
        </article>
      )}
    </QueryResult>
  )
}
