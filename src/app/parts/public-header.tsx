import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { Mark } from '#app/ui/mark.tsx'

export const PLATFORM = '消防物联网数据对接平台'

const BRAND = 'flex min-h-control min-w-0 flex-1 items-center gap-2.5 text-lg font-semibold'

interface PublicHeaderProps {
  readonly name?: ReactNode
  readonly isLink?: boolean
  readonly className?: string
  readonly children: ReactNode
}

const NAME = (
  <>
    <span className="max-[379px]:hidden">{PLATFORM}</span>
    <span className="min-[380px]:hidden">消防物联网平台</span>
  </>
)

export function PublicHeader({ name = NAME, isLink, className, children }: PublicHeaderProps) {
  const brand = (
    <>
      <Mark of="platform" className="-ml-1.5 h-8 w-8 shrink-0" />
      <span className="truncate text-base md:text-lg">{name}</span>
    </>
  )
  return (
    <header className={cx('bg-brand pt-[env(safe-area-inset-top)] text-brand-on', className)}>
      <div className="mx-auto flex h-bar max-w-[1200px] items-center gap-2 px-4">
        {isLink ? (
          <Link to="/portal" className={BRAND}>
            {brand}
          </Link>
        ) : (
          <p className={BRAND}>{brand}</p>
        )}
        {children}
      </div>
    </header>
  )
}
