import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '#app/lib/call.ts'
import { requestWords } from '#app/lib/request-words.ts'
import { useConnection } from '#app/offline/connection.ts'
import { CONNECTIVITY_TEXT } from '#app/offline/connectivity.ts'
import { useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { AlertIcon } from '#app/ui/icon.tsx'

type Result<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'> &
  Partial<Pick<UseQueryResult, 'fetchStatus'>>

/** Equal failures of a card's queries are shown once. */
export function failAlike(one: Result<unknown>, other: Result<unknown>): boolean {
  const reason = (of: Result<unknown>) => (of.data === undefined ? of.error?.message : undefined)
  return reason(one) !== undefined && reason(one) === reason(other)
}

/** Data of any age, a skeleton, or the reason. */
export function QueryResult<T>({
  of,
  waiting,
  children,
}: {
  of: Result<T>
  waiting: ReactNode
  children: (data: T) => ReactNode
}) {
  const connection = useConnection()
  const client = useQueryClient()
  // Only signed-in users' data is persisted.
  const isKept = useSession() !== null
  if (of.data !== undefined) return children(of.data)
  // Does not wait for the timeout.
  const isSilent = connection === 'silent' || connection === 'portal'
  if (!of.error && !(isSilent && of.fetchStatus === 'fetching')) return waiting
  const retry = (
    <Button
      size="small"
      onClick={() => {
        void of.refetch()
        void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      }}
    >
      重试
    </Button>
  )
  const { error } = of
  const icon = <AlertIcon className="text-attention" />
  if (!error || (error instanceof CallError && (error.unanswered || (error.code === 'http' && isSilent))))
    return (
      <Empty
        icon={icon}
        title={`${CONNECTIVITY_TEXT[connection] || CONNECTIVITY_TEXT.silent}，此项本机未保存`}
        hint={isKept ? '恢复联网后打开一次，之后离线也能查看' : '恢复联网后请重试'}
        action={retry}
      />
    )
  return <Empty icon={icon} title={error.message} hint={requestWords(error)} action={retry} />
}
