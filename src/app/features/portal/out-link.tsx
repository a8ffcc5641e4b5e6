import type { ReactNode } from 'react'
import { isWebAddress } from '#contract/web-address.ts'

interface OutLinkProps {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}

/** Plain text if the URL is invalid. */
export function OutLink({ to, className, children }: OutLinkProps) {
  if (!isWebAddress(to)) return <span className={className}>{children}</span>
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="sr-only">（在新窗口打开）</span>
    </a>
  )
}
