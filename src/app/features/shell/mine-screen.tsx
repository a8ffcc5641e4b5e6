import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { may } from '#contract/access.ts'
import { accountRole } from '#contract/dict/account.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { useUnreadCount } from '#app/parts/unread-count.tsx'
import { useSaveOffline } from '#app/parts/use-save-offline.ts'
import { actorOf, type SessionUser, useSession } from '#app/session/session.ts'
import { CallIcon, TakeAlongIcon, UploadIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import type { MenuOption } from '#app/ui/menu.tsx'
import { BellIcon, PhoneIcon, ScanIcon } from '#app/ui/place-icons.tsx'
import { AuthorityMine } from './authority-mine.tsx'
import {
  COLUMN,
  COLUMNS,
  ContactsNote,
  CountNote,
  Entry,
  FireNote,
  GROUP,
  OwnAccount,
  PushNote,
  PushRow,
  Row,
  usePushDenied,
} from './mine-rows.tsx'
import { bottomPlaces, MENU_ICONS } from './navigation.tsx'
import { useAccountEntries } from './use-account-entries.tsx'
import { type MenuItem, useMenu } from '#app/parts/use-menu.ts'

const facts = () => import('./mine-facts.tsx')
const DeviceStateCard = lazy(() => facts().then((loaded) => ({ default: loaded.DeviceStateCard })))
const MineFacts = lazy(() => facts().then((loaded) => ({ default: loaded.MineFacts })))
const OwnContacts = lazy(() => facts().then((loaded) => ({ default: loaded.OwnContacts })))
const SupportCard = lazy(() => facts().then((loaded) => ({ default: loaded.SupportCard })))

interface MineScreenProps {
  readonly checkIn: ReactNode
}

export function MineScreen(props: MineScreenProps) {
  const session = useSession()
  if (!session) return null
  return session.user.role === 'government' ? (
    <AuthorityMine user={session.user} />
  ) : (
    <Mine user={session.user} {...props} />
  )
}

const isStay = ({ key }: MenuOption) => key !== 'sign-out'

function Mine({ user, checkIn }: MineScreenProps & { user: SessionUser }) {
  const actor = actorOf(useSession())
  const unread = useUnreadCount()
  const unsent = useUnsent().length
  const isOnDuty = may('duty', actor)
  const isDenied = usePushDenied()
  const contacts = useQuery({ ...dutyContactQuery.list(), enabled: isOnDuty }).data?.list
  const saved = useSaveOffline().heads?.length
  const { entries, dialogs } = useAccountEntries(user)
  const inBar = new Set([...bottomPlaces(actor).map(({ to }) => to), '/messages', '/packs'])
  const menu = useMenu().filter(({ to }) => !inBar.has(to))
  const isFirst = ({ to }: MenuItem) => to === '/alarms'
  const isDesk = useMedia(DESK)
  const isWide = useMedia(WIDE)
  const elsewhere = new Set(['scan', 'packs', ...(isDesk ? ['manual'] : [])])
  if (isDesk && may('unit', actor)) elsewhere.add('unit')
  const own = entries.filter(({ key }) => !elsewhere.has(key))
  const places = (of: readonly MenuItem[]) =>
    of.map(({ to, label, icon }) => {
      const Icon = MENU_ICONS[icon]
      return (
        <Row
          key={to}
          icon={<Icon />}
          to={to}
          label={label}
          note={to === '/alarms' && <FireNote />}
          className={to === '/alarms' ? undefined : 'md:hidden'}
        />
      )
    })
  const support = (
    <Suspense fallback={null}>
      <SupportCard />
    </Suspense>
  )
  const onUnit = entries.find(({ key }) => key === 'unit')?.onSelect
  const leaving = (
    <ul aria-label="退出" className={GROUP}>
      {own
        .filter((entry) => !isStay(entry))
        .map((entry) => (
          <Entry key={entry.key} of={entry} />
        ))}
    </ul>
  )
  return (
    <div className="grid gap-3">
      <OwnAccount user={user}>
        <p className="max-md:hidden">{accountRole.label(user.role)}</p>
      </OwnAccount>
      <div className={COLUMNS}>
        <div className={COLUMN}>
          {checkIn}
          <ul aria-label="事项" className={GROUP}>
            {places(menu.filter(isFirst))}
            {isDenied ? (
              <PushRow />
            ) : (
              <Row icon={<PhoneIcon />} to="/packs" label="推送通知" note={<PushNote />} className="md:hidden" />
            )}
            {isOnDuty && (
              <Row
                icon={<CallIcon />}
                to="/dutyContacts"
                label="值班联系人"
                note={contacts && <ContactsNote of={contacts} />}
                className="md:hidden"
              />
            )}
            <Row
              icon={<BellIcon />}
              to="/messages"
              label="消息"
              note={unread !== undefined && <CountNote count={unread} unit="条未读" />}
            />
          </ul>
          <ul aria-label="更多事项" className={GROUP}>
            <Row icon={<UploadIcon />} to="/outbox" label="待提交" note={<CountNote count={unsent} unit="项" />} />
            <Row
              icon={<TakeAlongIcon />}
              to="/packs"
              label="离线资料"
              note={saved !== undefined && (saved === 0 ? '未下载' : `${saved} 栋`)}
              className="md:hidden"
            />
            <Row
              icon={<ScanIcon />}
              to="/scan"
              label="扫码"
              className={cx('mouse:hidden', inBar.has('/scan') && 'max-md:hidden')}
            />
            {places(menu.filter((one) => !isFirst(one)))}
          </ul>
          {isWide && support}
        </div>
        {isDesk && (
          <div className={COLUMN}>
            <Suspense fallback={null}>
              <DeviceStateCard />
              {isWide ? <OwnContacts /> : <SupportCard />}
            </Suspense>
          </div>
        )}
        <div className={COLUMN}>
          <ul aria-label="账号设置" className={GROUP}>
            {own.filter(isStay).map((entry) => (
              <Entry key={entry.key} of={entry} />
            ))}
          </ul>
          {!isDesk && leaving}
          {isDesk ? (
            <Suspense fallback={null}>
              <MineFacts onUnit={onUnit} hasContacts={isOnDuty && !isWide}>
                {leaving}
              </MineFacts>
            </Suspense>
          ) : (
            support
          )}
        </div>
      </div>
      {dialogs}
    </div>
  )
}
