import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '#app/lib/call.ts'
import { requestWords } from '#app/lib/request-words.ts'
import { useConnection } from '#app/offline/connection.ts'
import { REACH_WORDS } from '#app/offline/reach.ts'
import { useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'

type Result<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'> &
  Partial<Pick<UseQueryResult, 'fetchStatus'>>

/** Whether two queries of one card are without an answer for one and the same reason, which is then said once. */
export function failAlike(one: Result<unknown>, other: Result<unknown>): boolean {
  const reason = (of: Result<unknown>) => (of.data === undefined ? of.error?.message : undefined)
  return reason(one) !== undefined && reason(one) === reason(other)
}

/**
 * What a query brought: its data (however old), the shape of what comes, or why there is nothing.
 * 'Not kept yet' is told from 'empty': only data may say that there is nothing.
 */
export function Answer<T>({
  of,
  beside,
  waiting,
  children,
}: {
  of: Result<T>
  /** Another query of the same card, asked again together with this one. */
  beside?: Result<unknown>
  waiting: ReactNode
  children: (data: T) => ReactNode
}) {
  const connection = useConnection()
  // Only what a signed-in person reads is kept on the device.
  const isKept = useSession() !== null
  if (of.data !== undefined) return children(of.data)
  // A server known to be silent is not waited for to the end of the call's limit.
  const isSilent = connection === 'silent' || connection === 'portal'
  if (!of.error && !(isSilent && of.fetchStatus === 'fetching')) return waiting
  const retry = (
    <Button
      size="small"
      onClick={() => {
        void of.refetch()
        if (beside?.error) void beside.refetch()
      }}
    >
      重试
    </Button>
  )
  const { error } = of
  if (!error || (error instanceof CallError && (error.unanswered || (error.code === 'http' && isSilent))))
    return (
      <Empty
        title={`${REACH_WORDS[connection] || REACH_WORDS.silent}，此项尚未缓存`}
        hint={isKept ? '恢复联网后打开一次，之后离线也能查看' : '恢复联网后请重试'}
        action={retry}
      />
    )
  return <Empty title={error.message} hint={requestWords(error)} action={retry} />
}
