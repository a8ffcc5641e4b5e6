import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { drawn } from '#app/ui/icon.tsx'
import { Mark } from '#app/ui/mark.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { QueryResult } from './query-result.tsx'

const RETRY_MS = 3000

interface Unsent {
  readonly work: () => Promise<unknown>
  readonly label: string
  readonly tries: number
}

const isLost = (failure: unknown) => failure instanceof CallError && (failure.unanswered || failure.code === 'http')

/** Keeps the newest act without a network. @param otherwise text of an unknown failure */
export function useLinkAct(otherwise: string) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const newest = useRef<Unsent['work'] | null>(null)
  async function attempt({ work, label, tries }: Unsent): Promise<void> {
    let kept: Unsent | null = null
    let words = ''
    try {
      await work()
    } catch (failure) {
      if (isLost(failure)) kept = { work, label, tries: tries + 1 }
      else words = failureWords(failure, otherwise)
    }
    if (newest.current !== work) return
    setUnsent(kept)
    setError(words)
  }
  async function act(label: string, work: Unsent['work']): Promise<void> {
    newest.current = work
    setBusy(true)
    setError('')
    await attempt({ work, label, tries: 0 })
    setBusy(false)
  }
  useEffect(() => {
    if (!unsent) return undefined
    const again = () => void attempt(unsent)
    const timer = setTimeout(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  })
  return { busy, error, unsent: unsent?.label, act }
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
    <>
      <header className="flex items-center gap-2 bg-brand px-4 py-2 text-base font-semibold text-brand-on">
        <Mark of="platform" className="h-8 w-8" />
        消防物联网数据对接平台
      </header>
      <main className="mx-auto max-w-md md:py-8">
        <div className="space-y-4 bg-panel p-4 max-md:min-h-[calc(100vh-3rem)] md:rounded-md md:border md:border-line md:p-6">
          <h1 className="text-xl font-semibold text-ink">{title}</h1>
          {isDead(of.error) ? (
            <>
              <p className="flex items-center gap-3 text-base text-ink">
                <BrokenLink className="h-6 w-6 shrink-0 text-ink-soft" />
                {of.error.message}
              </p>
              <div className="grid grid-cols-2 gap-2">
                <a href="tel:119" className={buttonClass({ kind: 'secondary' })}>
                  拨打 119
                </a>
                <Link to="/login" className={buttonClass({ kind: 'primary' })}>
                  去登录
                </Link>
              </div>
            </>
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
        </div>
      </main>
    </>
  )
}

export function LinkNotice({ error, unsent }: Pick<ReturnType<typeof useLinkAct>, 'error' | 'unsent'>) {
  if (unsent)
    return (
      <p role="alert" className="text-base font-semibold text-danger-ink">
        尚未送达：{unsent}。有信号后自动提交，请勿关闭页面。
      </p>
    )
  return (
    error && (
      <p role="alert" className="text-base text-danger-ink">
        {error}
      </p>
    )
  )
}
