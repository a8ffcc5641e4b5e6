import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useConnection } from '#app/offline/connection.ts'
import type { FailedProps } from './failed-result.tsx'

type Result<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'> &
  Partial<Pick<UseQueryResult, 'fetchStatus'>>

const Plain = ({ error }: FailedProps) => <p className="p-4 text-base">{error?.message}</p>

const Failed = lazy(() =>
  import('./failed-result.tsx').then(
    ({ FailedResult }) => ({ default: FailedResult }),
    () => ({ default: Plain }),
  ),
)

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
  if (of.data !== undefined) return children(of.data)
  // Does not wait for the timeout.
  const isSilent = connection === 'silent' || connection === 'portal'
  if (!of.error && !(isSilent && of.fetchStatus === 'fetching')) return waiting
  return (
    <Suspense fallback={waiting}>
      <Failed error={of.error} onRetry={() => void of.refetch()} />
    </Suspense>
  )
}
