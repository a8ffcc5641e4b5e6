import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may } from '#contract/access.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { useUnreadCount } from '#app/parts/unread-count.tsx'
import { actorOf, type SessionUser, useSession } from '#app/session/session.ts'
import { CallIcon, ChevronRightIcon, TakeAlongIcon, UploadIcon } from '#app/ui/action-icons.tsx'
import { CountBadge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { BellIcon } from '#app/ui/place-icons.tsx'
import { AccountLines } from './account-lines.tsx'
import { LoginPhone } from './login-phone-line.tsx'
import { bottomPlaces, MENU_ICONS } from './navigation.tsx'
import { useAccountEntries } from './use-account-entries.tsx'
import { useMenu } from '#app/parts/use-menu.ts'

const ROW = 'flex min-h-[3.5rem] w-full items-center gap-4 px-4 text-left text-base hover:bg-sunk'
const GROUP = 'divide-y divide-line overflow-hidden rounded-lg border border-line bg-panel'

const LEAVING = new Set(['hand-over', 'sign-out'])

interface MineScreenProps {
  readonly checkIn: ReactNode
  readonly openAlarms: number | undefined
}

export function MineScreen(props: MineScreenProps) {
  const session = useSession()
  return session && <Mine user={session.user} {...props} />
}

function Mine({ user, checkIn, openAlarms = 0 }: MineScreenProps & { user: SessionUser }) {
  const actor = actorOf(useSession())
  const unread = useUnreadCount()
  const unsent = useUnsent().length
  const { entries, dialogs } = useAccountEntries(user)
  const inBar = new Set([...bottomPlaces(actor).map(({ to }) => to), '/messages', '/packs'])
  const menu = useMenu().filter(({ to }) => !inBar.has(to))
  const own = entries.filter(({ key }) => !inBar.has(`/${key}`) && !LEAVING.has(key))
  const leaving = entries.filter(({ key }) => LEAVING.has(key))
  return (
    <div
      className={cx(
        'grid items-start gap-3 md:grid-cols-2',
        checkIn
          ? 'md:grid-rows-[auto_auto_auto_1fr] xl:grid-cols-3 xl:grid-rows-[auto_auto_1fr]'
          : 'md:grid-rows-[auto_auto_1fr]',
      )}
    >
      <section aria-label="账号" className="flex items-center gap-4 pt-1 md:col-span-full">
        <span
          aria-hidden="true"
          className="flex h-14 w-14 shrink-0 items-center justify-center rounded-full bg-action text-xl font-semibold text-action-on"
        >
          {Array.from(user.name)[0]}
        </span>
        <div className="flex min-h-[4.25rem] min-w-0 flex-col justify-center text-sm text-ink-soft">
          <AccountLines user={user} hasPhone={false} />
        </div>
      </section>
      {checkIn && <div className="md:row-span-3 xl:row-span-2">{checkIn}</div>}
      <ul
        aria-label="事项"
        className={cx(
          GROUP,
          checkIn
            ? 'xl:row-span-2'
            : 'md:row-span-2 md:flex md:flex-col md:self-stretch md:[&>li]:flex-1 md:[&_a]:h-full',
        )}
      >
        <Row icon={<BellIcon />} to="/messages" label="消息" note={<CountBadge count={unread} label="条未读消息" />} />
        <Row icon={<UploadIcon />} to="/outbox" label="待提交" note={unsent > 0 && `${unsent} 项`} />
        {may('duty', actor) && <Row icon={<CallIcon />} to="/dutyContacts" label="值班联系人" />}
        <Row icon={<TakeAlongIcon />} to="/packs" label="离线资料" />
        {menu.map(({ to, label, icon }) => {
          const Icon = MENU_ICONS[icon]
          const note = to === '/alarms' && openAlarms > 0 && (
            <span className="font-semibold text-danger-ink">{openAlarms} 处未结束</span>
          )
          return <Row key={to} icon={<Icon />} to={to} label={label} note={note} isInRail />
        })}
      </ul>
      <ul aria-label="账号设置" className={GROUP}>
        {own.map(({ key, label, icon, onSelect }) => (
          <li key={key}>
            <button type="button" className={ROW} onClick={onSelect}>
              <span className="text-xl text-ink-soft">{icon}</span>
              <span className="min-w-0 flex-1">{label}</span>
              {key === 'phone' && (
                <span className="font-figure text-ink-soft">
                  <LoginPhone />
                </span>
              )}
              <ChevronRightIcon className="text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
      <ul className={GROUP}>
        {leaving.map(({ key, label, icon, onSelect }) => (
          <li key={key}>
            <button type="button" className={ROW} onClick={onSelect}>
              <span className="text-xl text-ink-soft">{icon}</span>
              {label}
            </button>
          </li>
        ))}
      </ul>
      {dialogs}
    </div>
  )
}

interface RowProps {
  readonly icon: ReactNode
  readonly to: string
  readonly label: string
  readonly note?: ReactNode
  readonly isInRail?: boolean
}

function Row({ icon, to, label, note, isInRail }: RowProps) {
  return (
    <li className={isInRail ? 'md:hidden' : undefined}>
      <Link to={to} className={ROW}>
        <span className="text-xl text-ink-soft">{icon}</span>
        <span className="min-w-0 flex-1">{label}</span>
        <span className="text-ink-soft">{note}</span>
        <ChevronRightIcon className="text-ink-soft" />
      </Link>
    </li>
  )
}
