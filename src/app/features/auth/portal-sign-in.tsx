import type { ReactNode } from 'react'
import { signInUnified } from '#app/data/auth.ts'
import { cx } from '#app/ui/cx.ts'
import { SignInPanels } from './sign-in-panels.tsx'

interface PortalSignInProps {
  readonly children?: ReactNode
  readonly className?: string
}

export function PortalSignIn({ children, className }: PortalSignInProps) {
  return (
    <section
      aria-label="用户登录"
      className={cx(
        'rounded-md border border-line bg-panel px-5 py-4 text-ink [--control:2.75rem] [--fs-base:1rem] [--fs-sm:0.875rem] [&_[type=submit]]:min-h-[3rem]',
        className,
      )}
    >
      <h2 className="mb-1 text-2xl">用户登录</h2>
      <p className="mb-2 text-sm text-ink-soft">社会单位、消防救援机构和服务商均可登录</p>
      <SignInPanels prove={signInUnified} />
      {children}
    </section>
  )
}
