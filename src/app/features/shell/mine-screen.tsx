import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { may } from '#contract/access.ts'
import { accountRole } from '#contract/dict/account.ts'
import { approvalQuery } from '#app/data/approval.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { areaOf } from '#app/parts/authority-area.ts'
import { useAreaName } from '#app/parts/district-names.ts'
import { useUnreadCount } from '#app/parts/unread-count.tsx'
import { useSaveOffline } from '#app/parts/use-save-offline.ts'
import { actorOf, type SessionUser, useSession } from '#app/session/session.ts'
import { CallIcon, CameraIcon, ChevronRightIcon, TakeAlongIcon, UploadIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import type { MenuOption } from '#app/ui/menu.tsx'
import { BellIcon } from '#app/ui/place-icons.tsx'
import { AccountLines } from './account-lines.tsx'
import { LoginPhone } from './login-phone-line.tsx'
import { bottomPlaces, MENU_ICONS } from './navigation.tsx'
import { useAccountEntries } from './use-account-entries.tsx'
import { type MenuItem, useMenu } from '#app/parts/use-menu.ts'

const MineFacts = lazy(() => import('./mine-facts.tsx').then((loaded) => ({ default: loaded.MineFacts })))
const DeviceStateCard = lazy(() => import('./mine-facts.tsx').then((loaded) => ({ default: loaded.DeviceStateCard })))

const ROW = 'flex min-h-[3.5rem] w-full items-center gap-4 px-4 text-left text-base hover:bg-sunk'
const GROUP = 'divide-y divide-line overflow-hidden rounded-lg border border-line bg-panel'

const PAIRS = 'xl:grid xl:grid-cols-2 xl:[&>li]:-mt-px'

const WAITING = ['/alarms', '/examineList', '/companyList', '/dutyChecks']

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
  const isOnDuty = may('duty', actor)
  const contacts = useQuery({ ...dutyContactQuery.list(), enabled: isOnDuty }).data?.list.length
  const saved = useSaveOffline().heads?.length
  const { entries, dialogs } = useAccountEntries(user)
  const inBar = new Set([...bottomPlaces(actor).map(({ to }) => to), '/messages', '/packs'])
  const isAuthority = user.role === 'government'
  const waiting = isAuthority ? WAITING : ['/alarms']
  const isFirst = ({ to }: MenuItem) => waiting.includes(to)
  const menu = useMenu().filter(({ to }) => (isAuthority && waiting.includes(to)) || !inBar.has(to))
  const pending = useQuery({ ...approvalQuery.pending(), enabled: false }).data
  const own = entries.filter(({ key }) => key !== 'scan' && key !== 'packs')
  const isDesk = useMedia(DESK)
  const hasCheckIn = Boolean(checkIn)
  const noteOf = (to: string) => {
    if (to === '/alarms' && openAlarms > 0)
      return <span className="font-semibold text-danger-ink">{openAlarms} 处未结束</span>
    if (to === '/examineList' && pending) return `${pending.applications} 项待审批`
    if (to === '/companyList' && pending) return `${pending.providers} 家待审核`
    return undefined
  }
  const places = (of: readonly MenuItem[]) =>
    of.map(({ to, label, icon }) => {
      const Icon = MENU_ICONS[icon]
      return (
        <Row
          key={to}
          icon={<Icon />}
          to={to}
          label={label}
          note={noteOf(to)}
          className={waiting.includes(to) ? undefined : 'md:hidden'}
        />
      )
    })
  const onUnit = entries.find(({ key }) => key === 'unit')?.onSelect
  return (
    <div
      className={cx(
        'grid items-start gap-3 md:grid-cols-2',
        isAuthority && 'xl:grid-cols-3',
        hasCheckIn && 'xl:grid-cols-[26rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr_auto]',
      )}
    >
      <section
        aria-label="账号"
        className={cx(
          'flex items-center gap-4 pt-1 md:col-span-2 md:rounded-lg md:border md:border-line md:bg-panel md:p-4',
          isAuthority && 'xl:col-span-3',
          hasCheckIn && 'xl:col-span-1',
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
          {isAuthority ? <Organ /> : <p className="max-md:hidden">{accountRole.label(user.role)}</p>}
        </div>
      </section>
      {hasCheckIn && <div className="min-w-0 xl:row-span-2 xl:row-start-2">{checkIn}</div>}
      <div
        className={
          hasCheckIn ? 'grid min-w-0 gap-3 xl:col-start-2 xl:row-span-2 xl:row-start-1' : 'grid gap-3 md:contents'
        }
      >
        <ul aria-label="事项" className={cx(GROUP, hasCheckIn && PAIRS)}>
          {places(waiting.flatMap((to) => menu.filter((one) => one.to === to)))}
          <Row
            icon={<BellIcon />}
            to="/messages"
            label="消息"
            note={unread === undefined ? undefined : `${unread} 条未读`}
          />
          <Row icon={<UploadIcon />} to="/outbox" label="待提交" note={`${unsent} 项`} />
          {isOnDuty && (
            <Row
              icon={<CallIcon />}
              to="/dutyContacts"
              label="值班联系人"
              note={
                contacts === 0 ? (
                  <span className="font-medium text-attention-ink">未设置</span>
                ) : (
                  contacts && `${contacts} 人`
                )
              }
              className="md:hidden"
            />
          )}
          <Row
            icon={<TakeAlongIcon />}
            to="/packs"
            label="离线资料"
            note={saved !== undefined && (saved === 0 ? '未下载' : `${saved} 栋`)}
            className="md:hidden"
          />
          <Row
            icon={<CameraIcon />}
            to="/scan"
            label="扫码"
            className={cx(inBar.has('/scan') && 'max-md:hidden', isAuthority && 'xl:hidden')}
          />
          {places(menu.filter((one) => !isFirst(one)))}
        </ul>
        <div className="grid min-w-0 gap-3">
          <ul aria-label="账号设置" className={cx(GROUP, hasCheckIn && PAIRS)}>
            {own.map((entry) => (
              <Entry key={entry.key} of={entry} />
            ))}
          </ul>
          {isAuthority && (
            <Suspense fallback={null}>
              <DeviceStateCard />
            </Suspense>
          )}
        </div>
      </div>
      {isDesk && (
        <Suspense fallback={null}>
          <MineFacts
            onUnit={onUnit}
            className={cx(
              'md:col-span-2',
              isAuthority && 'xl:col-span-1 xl:grid-cols-1',
              hasCheckIn && 'xl:col-span-1 xl:col-start-2',
              !isAuthority && !hasCheckIn && 'xl:grid-cols-3',
            )}
          />
        </Suspense>
      )}
      {dialogs}
    </div>
  )
}

function Organ() {
  return <p>消防救援机构 · {useAreaName(areaOf({}).countyNo)}</p>
}

function Entry({ of: { key, label, icon, onSelect } }: { of: MenuOption }) {
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

function Row({ icon, to, label, note, className }: RowProps) {
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
