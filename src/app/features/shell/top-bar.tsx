import type { ReactNode } from 'react'
import { MenuClosedIcon, MenuOpenIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Mark } from '#app/ui/mark.tsx'

interface TopBarProps {
  /** Shown on phones. */
  readonly title: string
  readonly back: ReactNode
  readonly expanded: boolean
  onExpand(expanded: boolean): void
  readonly isAuthority: boolean
  readonly children: ReactNode
}

export function TopBar({ title, back, expanded, onExpand, isAuthority, children }: TopBarProps) {
  return (
    <header
      id="frame-bar"
      className="sticky top-0 z-bar flex min-h-bar items-center gap-0.5 bg-brand px-3 md:gap-2 pt-[env(safe-area-inset-top)] text-brand-on"
    >
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-float focus:bg-panel focus:p-2 focus:text-ink"
      >
        跳到正文
      </a>
      <button
        type="button"
        aria-label="菜单"
        aria-expanded={expanded}
        onClick={() => onExpand(!expanded)}
        className="hidden h-control w-control shrink-0 items-center justify-center rounded text-xl hover:bg-brand-raised lg:flex"
      >
        {expanded ? <MenuOpenIcon /> : <MenuClosedIcon />}
      </button>
      {isAuthority ? (
        <Mark of="authority" name="消防救援机构" className="hidden h-8 w-8 shrink-0 md:block" />
      ) : (
        <Mark of="platform" className="hidden h-8 w-8 shrink-0 md:block" />
      )}
      {back}
      <p className={cx('min-w-0 flex-1 truncate font-semibold md:text-lg lg:flex-none', title.length < 6 && 'text-lg')}>
        <span className="md:hidden">{title}</span>
        <span className="hidden md:inline">消防物联网数据对接平台</span>
      </p>
      {children}
    </header>
  )
}
