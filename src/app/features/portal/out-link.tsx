import type { ReactNode } from 'react'
import { isWebAddress } from '#contract/web-address.ts'

interface OutLinkProps {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}

/** A link that opens in a window of its own, which learns nothing of ours; words alone where there is no address. */
export function OutLink({ to, className, children }: OutLinkProps) {
  if (!isWebAddress(to)) return <span className={className}>{children}</span>
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="sr-only">（在新窗口打开）</span>
    </a>
  )
}
