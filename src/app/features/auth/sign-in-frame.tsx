import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { readStored } from '#app/lib/storage.ts'
import { PageFade } from '#app/parts/page-fade.tsx'
import { SIGNED_OUT } from '#app/session/session.ts'
import { Mark } from '#app/ui/mark.tsx'

const SignInFoot = lazy<ComponentType>(() =>
  import('./sign-in-foot.tsx').then(
    (m) => ({ default: m.SignInFoot }),
    () => ({ default: () => null }),
  ),
)

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
  const [reason] = useState(() => readStored<string>(SIGNED_OUT))
  return (
    <BrandFrame {...KINDS[kind]}>
      {reason && <p className="mb-4 text-base text-danger-ink">{reason}</p>}
      {children}
      <div className="brand-foot">
        <Suspense>
          <SignInFoot />
        </Suspense>
      </div>
    </BrandFrame>
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
