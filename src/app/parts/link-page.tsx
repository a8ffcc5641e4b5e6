import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { drawn } from '#app/ui/icon.tsx'
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

const BrokenLink = /* @__PURE__ */ drawn(
  'M9.5 6.5l2-2a4.2 4.2 0 0 1 6 6l-2 2M14.5 17.5l-2 2a4.2 4.2 0 0 1-6-6l2-2M4 4l16 16',
)

// 400: cut off.
const isDead = (error: unknown): error is CallError =>
  error instanceof CallError && (error.code === 404 || error.code === 400)

interface LinkPageProps<T> {
  readonly title: string
  readonly of: ComponentProps<typeof QueryResult<T>>['of']
  readonly children: (data: T) => ReactNode
}

export function LinkPage<T>({ title, of, children }: LinkPageProps<T>) {
  return (
    <main className="mx-auto max-w-md space-y-4 p-4">
      <h1 className="text-xl font-semibold text-ink">{title}</h1>
      {isDead(of.error) ? (
        <Empty
          icon={<BrokenLink />}
          title={of.error.message}
          hint="火警请拨 119"
          action={
            <Link to="/login" className={buttonClass({ kind: 'primary' })}>
              去登录
            </Link>
          }
        />
      ) : (
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
      )}
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
