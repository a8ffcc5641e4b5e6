import { Link } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { isPushDenied, type PushState } from '#app/data/push.ts'
import { isUnbound, isUntested, UNBOUND_PHONE } from '#app/parts/contact-words.ts'
import { openFires, unknownFires } from '#app/parts/open-fires.ts'
import { usePush } from '#app/parts/use-push.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { MenuOption } from '#app/ui/menu.tsx'
import type { SessionUser } from '#app/session/session.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { AccountLines } from './account-lines.tsx'
import { LoginPhone } from './login-phone-line.tsx'

const ROW =
  'flex min-h-[3.5rem] mouse:min-h-[2.75rem] w-full items-center gap-4 px-4 py-2 text-left text-base hover:bg-sunk'
export const COLUMN = 'grid min-w-0 gap-3'
export const COLUMNS =
  'grid items-start gap-3 md:grid-cols-2 md:grid-rows-[auto_1fr] md:max-xl:[&>:nth-child(3)]:col-start-2 md:max-xl:[&>:nth-child(3)]:row-span-2 md:max-xl:[&>:nth-child(3)]:row-start-1 xl:grid-cols-3'
export const GROUP = 'divide-y divide-line overflow-hidden rounded-lg border border-line bg-panel'

const LEAVING = new Set(['hand-over', 'sign-out'])

interface OwnAccountProps {
  readonly user: SessionUser
  readonly children: ReactNode
}

export function OwnAccount({ user, children }: OwnAccountProps) {
  return (
    <section aria-label="账号" className="flex items-center gap-4 bg-surface px-[1.0625rem] md:px-0">
      <span
        aria-hidden="true"
        className="flex h-12 w-12 shrink-0 items-center justify-center rounded-full bg-action text-xl font-semibold text-action-on"
      >
        {Array.from(user.name)[0]}
      </span>
      <div className="flex min-h-[4.25rem] min-w-0 md:min-h-[3.5rem] flex-col justify-center text-sm text-ink-soft md:flex-row md:flex-wrap md:content-center md:items-baseline md:justify-start md:gap-x-3 md:[&>:first-child]:w-full">
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
        <span className="min-w-0 flex-1">
          {label}
          {key === 'hand-over' && (
            <span className="block text-sm text-ink-soft" aria-hidden="true">
              本机内容加密保存，再次登录后恢复
            </span>
          )}
        </span>
        {key === 'phone' && (
          <span className="font-figure text-ink-soft">
            <LoginPhone />
          </span>
        )}
        {!LEAVING.has(key) && <ChevronRightIcon className="-mr-bearing text-ink-soft" />}
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

export function FireNote() {
  const { total, isFailed } = useSyncExternalStore(openFires.follow, openFires.read)
  if (total === undefined) return <>{unknownFires(isFailed)}</>
  return total > 0 ? (
    <span className="inline-flex items-center gap-1.5 font-semibold text-danger-ink">
      <ToneMark tone="fire" />
      {total} 处未结束
    </span>
  ) : null
}

export function ContactsNote({ of }: { of: readonly DutyContact[] }) {
  const unbound = of.filter(isUnbound).length
  const count = unbound || of.filter(isUntested).length
  if (of.length > 0 && count === 0) return <>{of.length} 人</>
  const some = count < of.length ? `${count} 人` : count > 1 ? '均' : ''
  return <Warning>{of.length === 0 ? '未设置' : `${some}${unbound > 0 ? UNBOUND_PHONE : '未测试'}`}</Warning>
}

const Warning = ({ children }: { readonly children: ReactNode }) => (
  <Badge look="plain" tone="attention" className="text-base">
    {children}
  </Badge>
)

export const PUSH: Readonly<Record<Exclude<PushState, 'denied'>, ReactNode>> = {
  unsupported: '本浏览器不支持',
  home: '添加到主屏幕后可开启',
  off: <Warning>未开启</Warning>,
  on: '已开启',
}

export function PushNote() {
  const { state } = usePush()
  return state && state !== 'denied' && PUSH[state]
}

export const CountNote = ({ count, unit }: { count: number; unit: string }) => (
  <span className={count > 0 ? 'text-ink' : undefined}>{`${count} ${unit}`}</span>
)

export function PushRow() {
  return (
    <Row
      icon={<ToneMark tone="attention" className="h-[1.25em] w-[1.25em] p-px" />}
      to="/packs"
      label="本机收不到火警推送"
      note={<span className="text-link">如何开启</span>}
      className="bg-attention-soft"
    />
  )
}

export function Row({ icon, to, label, note, className }: RowProps) {
  return (
    <li className={className}>
      <Link to={to} className={ROW}>
        <span className="text-xl text-ink-soft">{icon}</span>
        <span className="min-w-0">{label}</span>
        <span className="flex shrink-0 grow items-center justify-end self-stretch text-ink-soft">{note}</span>
        <ChevronRightIcon className="-mr-bearing text-ink-soft" />
      </Link>
    </li>
  )
}
