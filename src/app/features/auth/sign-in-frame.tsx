import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { readStored } from '#app/lib/storage.ts'
import { PageFade } from '#app/parts/page-fade.tsx'
import { SIGNED_OUT } from '#app/session/session.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Mark } from '#app/ui/mark.tsx'

const SignInSupport = lazy(() => import('./sign-in-support.tsx').then((m) => ({ default: m.SignInSupport })))

const KINDS = {
  unit: {
    mark: 'platform',
    title: '社会单位登录',
    lead: '查看本单位建筑的接入、评分与问题',
  },
  institution: {
    mark: 'authority',
    title: '消防救援机构登录',
    lead: '掌握辖区建筑接入与消防安全评分',
    who: '总队、支队、大队使用',
  },
} as const

export function SignInFrame({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  const [reason] = useState(() => readStored<string>(SIGNED_OUT))
  return (
    <BrandFrame {...KINDS[kind]}>
      {reason && <p className="mb-4 text-base text-danger-ink">{reason}</p>}
      {children}
      <OtherDoors />
    </BrandFrame>
  )
}

export function OtherDoors() {
  return (
    <p className="-mx-4 flex justify-between pt-4">
      {(
        [
          ['/selectSys', '选择登录入口'],
          ['/portal', '返回首页'],
        ] as const
      ).map(([to, label]) => (
        <Link key={to} to={to} preload={false} className={buttonClass({ kind: 'quiet' })}>
          {label}
        </Link>
      ))}
    </p>
  )
}

interface BrandFrameProps {
  readonly mark: 'platform' | 'authority'
  readonly title: string
  readonly lead: string
  readonly who?: string
  readonly children: ReactNode
}

export function BrandFrame({ mark, title, lead, who, children }: BrandFrameProps) {
  return (
    <main className="no-bar flex min-h-screen flex-col bg-brand md:items-center md:justify-center md:pb-8 lg:flex-row lg:gap-24 lg:pt-8">
      <header className="flex shrink-0 items-center px-6 py-2 text-lg font-semibold text-brand-on md:w-[28rem] md:px-0 md:pb-6 lg:block lg:w-auto lg:text-4xl">
        <Mark of={mark} className="-ml-1.5 mr-2 h-10 w-10 lg:mb-4 lg:h-14 lg:w-14" />
        <p>消防物联网</p>
        <p>数据对接平台</p>
        <p className="mt-3 hidden text-base font-normal text-brand-soft lg:block">{lead}</p>
      </header>
      <section className="relative flex flex-1 flex-col rounded-t-xl border-t border-line bg-surface p-6 md:w-[28rem] md:flex-none md:rounded-b-xl md:border md:bg-panel md:p-8">
        <h1 className="text-2xl">{title}</h1>
        <p className="mb-3 mt-1 text-sm text-ink-soft empty:mt-0">{who}</p>
        {children}
        <div className="mt-auto min-h-control md:-mb-4">
          <Suspense fallback={null}>
            <SignInSupport />
          </Suspense>
        </div>
        <PageFade />
      </section>
    </main>
  )
}
