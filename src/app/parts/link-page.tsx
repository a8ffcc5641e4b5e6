import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { returnTo } from '#app/session/return-to.ts'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { noticeButton, PublicCard, PublicNotice } from './public-notice.tsx'
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

/** @param message 链接不完整，请… */
function cutOff(message: string) {
  const [title = '', hint = ''] = message.split('，')
  return { title, hint }
}

interface DeadLink {
  readonly title: string
  readonly hint: string
  readonly more?: string
  readonly signIn: string
  readonly to: string
  readonly isForOfficers?: boolean
  readonly isFire?: boolean
}

interface LinkPageProps<T> {
  readonly title: string
  readonly dead: DeadLink
  readonly of: ComponentProps<typeof QueryResult<T>>['of']
  readonly children: (data: T) => ReactNode
}

export function LinkPage<T>({ title, dead, of, children }: LinkPageProps<T>) {
  const failure = of.error instanceof CallError ? of.error : undefined
  const isDead =
    failure && (failure.code === 404 || failure.code === 400 || (failure.code === 429 && of.data === undefined))
  const { to, signIn } = dead
  const keepGoal = () => returnTo.write(to)
  if (isDead)
    return (
      <PublicNotice
        isDead
        more={dead.more}
        isFire={dead.isFire}
        {...(failure.code === 404 ? { title: dead.title, hint: dead.hint } : cutOff(failure.message))}
      >
        <Link to="/login" className={noticeButton('primary')} onClick={keepGoal}>
          {dead.isForOfficers ? `社会单位${signIn}` : signIn}
        </Link>
        {dead.isForOfficers && (
          <Link to="/loginxf" className={noticeButton()} onClick={keepGoal}>
            {`消防救援机构${signIn}`}
          </Link>
        )}
      </PublicNotice>
    )
  return (
    <PublicCard>
      <div className="space-y-4">
        <h1 className="text-2xl font-semibold text-ink">{title}</h1>
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
      </div>
    </PublicCard>
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
