import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { readStored } from '#app/lib/storage.ts'
import { PageFade } from '#app/parts/page-fade.tsx'
import { SIGNED_OUT } from '#app/session/session.ts'
import { Mark } from '#app/ui/mark.tsx'

const KINDS = {
  unit: {
    mark: 'platform',
    title: '社会单位登录',
    lead: '查看本单位建筑的接入、评分与问题',
    other: ['/loginxf', '消防救援机构登录'],
  },
  institution: {
    mark: 'authority',
    title: '消防救援机构登录',
    lead: '掌握辖区建筑接入与消防安全评分',
    other: ['/login', '社会单位登录'],
  },
} as const

export function SignInFrame({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  const { mark, title, lead, other } = KINDS[kind]
  const [reason] = useState(() => readStored<string>(SIGNED_OUT))
  return (
    <BrandFrame mark={mark} title={title} lead={lead}>
      {reason && <p className="mb-4 text-base text-danger-ink">{reason}</p>}
      {children}
      <OtherDoors to={[other]} />
    </BrandFrame>
  )
}

interface OtherDoorsProps {
  readonly to: readonly (readonly [to: '/login' | '/loginxf' | '/register' | '/selectSys' | '/portal', label: string])[]
}

export function OtherDoors({ to }: OtherDoorsProps) {
  return (
    <p className="mt-4 flex justify-center text-sm">
      {[...to, ['/portal', '返回首页'] as const].map(([one, label]) => (
        <Link
          key={one}
          to={one}
          preload={false}
          className="inline-flex min-h-control items-center px-3 text-link underline-offset-4 hover:underline"
        >
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
  readonly children: ReactNode
}

export function BrandFrame({ mark, title, lead, children }: BrandFrameProps) {
  return (
    <main className="no-bar flex min-h-screen flex-col bg-brand lg:flex-row">
      <header className="flex shrink-0 items-center px-6 py-3 md:pl-[calc(50%-12rem)] text-lg font-semibold text-brand-on lg:block lg:w-1/3 lg:self-center lg:px-10 lg:text-4xl">
        <Mark of={mark} className="-ml-1.5 mr-2 h-14 w-14 lg:mb-4" />
        <p>消防物联网</p>
        <p>数据对接平台</p>
        <p className="mt-3 hidden text-base font-normal text-brand-soft lg:block">{lead}</p>
      </header>
      <section className="relative flex flex-1 flex-col rounded-t-xl border-t border-line bg-surface p-6 md:pt-16 lg:justify-center lg:rounded-none lg:pt-6">
        <div className="mx-auto w-full max-w-sm">
          <h1 className="mb-5 text-2xl">{title}</h1>
          {children}
        </div>
        <PageFade />
      </section>
    </main>
  )
}
