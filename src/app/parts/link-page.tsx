import { type ComponentProps, type ReactNode, useState } from 'react'
import { failureWords } from '#app/lib/request-words.ts'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { QueryResult } from './query-result.tsx'

/** An act through the link of a message, without signing in. @param otherwise text of an unknown failure */
export function useLinkAct(otherwise: string) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  async function act(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setError('')
    try {
      await work()
    } catch (failure) {
      setError(failureWords(failure, otherwise))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, act }
}

interface LinkPageProps<T> {
  readonly title: string
  readonly of: ComponentProps<typeof QueryResult<T>>['of']
  readonly children: (data: T) => ReactNode
}

export function LinkPage<T>({ title, of, children }: LinkPageProps<T>) {
  return (
    <main className="mx-auto max-w-md space-y-4 p-4">
      <h1 className="text-xl font-semibold text-ink">{title}</h1>
      <QueryResult
        of={of}
        waiting={
          <Loading>
            <SkeletonText lines={5} />
          </Loading>
        }
      >
        {children}
      </QueryResult>
    </main>
  )
}

export function LinkError({ error }: { error: string }) {
  return (
    error && (
      <p role="alert" className="text-base text-danger-ink">
        {error}
      </p>
    )
  )
}
