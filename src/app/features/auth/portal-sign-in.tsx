import type { ReactNode } from 'react'
import { signInUnified } from '#app/data/auth.ts'
import { cx } from '#app/ui/cx.ts'
import { SignInPanels } from './sign-in-panels.tsx'

interface PortalSignInProps {
  /** Stands under the forms: the way to registration. */
  readonly children?: ReactNode
  readonly className?: string
}

/** The portal's sign-in, a card: password or phone, and password recovery, for all three kinds of user. */
export function PortalSignIn({ children, className }: PortalSignInProps) {
  return (
    <section
      aria-label="用户登录"
      className={cx('rounded-md border border-line bg-panel px-5 py-4 text-ink', className)}
    >
      <SignInPanels prove={signInUnified} />
      {children}
    </section>
  )
}
