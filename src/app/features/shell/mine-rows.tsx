import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isPushDenied } from '#app/data/push.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import type { MenuOption } from '#app/ui/menu.tsx'
import type { SessionUser } from '#app/session/session.ts'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { AccountLines } from './account-lines.tsx'
import { LoginPhone } from './login-phone-line.tsx'

const ROW = 'flex min-h-[3.5rem] w-full items-center gap-4 px-4 text-left text-base hover:bg-sunk'
export const GROUP = 'divide-y divide-line overflow-hidden rounded-lg border border-line bg-panel'

const LEAVING = new Set(['hand-over', 'sign-out'])

interface OwnAccountProps {
  readonly user: SessionUser
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function OwnAccount({ user, className, children }: OwnAccountProps) {
  return (
    <section
      aria-label="账号"
      className={cx(
        'flex items-center gap-4 pt-1 md:rounded-lg md:border md:border-line md:bg-panel md:p-4',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="flex h-14 w-14 shrink-0 items-center justify-center rounded-full bg-action text-xl font-semibold text-action-on"
      >
        {Array.from(user.name)[0]}
      </span>
      <div className="flex min-h-[4.25rem] min-w-0 flex-col justify-center text-sm text-ink-soft">
        <AccountLines user={user} hasPhone={false} />
        {children}
      </div>
    </section>
  )
}

export function Entry({ of: { key, label, icon, onSelect } }: { of: MenuOption }) {
  return (
    <li className={key === 'manual' ? 'md:hidden' : undefined}>
      <button type="button" className={ROW} onClick={onSelect}>
        <span className="text-xl text-ink-soft">{icon}</span>
        <span className="min-w-0 flex-1">{label}</span>
        {key === 'phone' && (
          <span className="font-figure text-ink-soft">
            <LoginPhone />
          </span>
        )}
        {!LEAVING.has(key) && <ChevronRightIcon className="text-ink-soft" />}
      </button>
    </li>
  )
}

interface RowProps {
  readonly icon: ReactNode
  readonly to: string
  readonly label: string
  readonly note?: ReactNode
  readonly className?: string | undefined
}

export const usePushDenied = (): boolean => useState(isPushDenied)[0]

export function PushRow() {
  return (
    <Row
      icon={<ToneMark tone="attention" className="mx-0.5 h-5 w-5" />}
      to="/packs"
      label="本机收不到火警推送"
      note={<span className="text-link">如何开启</span>}
      className="xl:col-span-2"
    />
  )
}

export function Row({ icon, to, label, note, className }: RowProps) {
  return (
    <li className={className}>
      <Link to={to} className={ROW}>
        <span className="text-xl text-ink-soft">{icon}</span>
        <span className="min-w-0 flex-1">{label}</span>
        <span className="text-ink-soft">{note}</span>
        <ChevronRightIcon className="text-ink-soft" />
      </Link>
    </li>
  )
}
