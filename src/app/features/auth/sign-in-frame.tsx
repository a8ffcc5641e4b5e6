import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PageFade } from '#app/parts/page-fade.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Mark } from '#app/ui/mark.tsx'

const SupportFoot = lazy(() => import('./support-foot.tsx').then((m) => ({ default: m.SupportFoot })))

const KINDS = {
  unit: {
    mark: 'platform',
    title: '社会单位登录',
    lead: '确认火警，处理问题，查看评分',
    who: '账号由消防救援机构开设',
  },
  institution: {
    mark: 'authority',
    title: '消防救援机构登录',
    lead: '查看辖区火警、接入与评分',
    who: '总队、支队使用',
  },
} as const

export function SignInFrame({ kind, children }: { kind: keyof typeof KINDS; children: ReactNode }) {
  return (
    <BrandFrame {...KINDS[kind]}>
      {children}
      <OtherDoors />
    </BrandFrame>
  )
}

function OtherDoors() {
  const [asked, setAsked] = useState(false)
  return (
    <>
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
        <button
          type="button"
          disabled={asked}
          onClick={() => setAsked(true)}
          className={buttonClass({ kind: 'quiet' })}
        >
          技术支持
        </button>
      </p>
      <Suspense>{asked && <SupportFoot />}</Suspense>
    </>
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
    <main className="no-bar brand-page">
      <header className="brand-head">
        <Mark of={mark} />
        <p>消防物联网</p>
        <p>数据对接平台</p>
        <p className="brand-lead">{lead}</p>
      </header>
      <section className="brand-card">
        <h1 className="text-2xl">{title}</h1>
        <p className="brand-who">{who}</p>
        {children}
        <PageFade />
      </section>
    </main>
  )
}
