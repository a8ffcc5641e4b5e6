import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { may } from '#contract/access.ts'
import { approvalQuery } from '#app/data/approval.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { messageQuery } from '#app/data/message.ts'
import { MISSING } from '#app/lib/format.ts'
import { DESK, useMedia, WIDE } from '#app/lib/use-media.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { areaOf } from '#app/parts/authority-area.ts'
import { useAreaName } from '#app/parts/district-names.ts'
import { openFires } from '#app/parts/open-fires.ts'
import { useMenu } from '#app/parts/use-menu.ts'
import { actorOf, type SessionUser, useSession } from '#app/session/session.ts'
import { CallIcon, UploadIcon } from '#app/ui/action-icons.tsx'
import { Card, CardSpace } from '#app/ui/card.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { BellIcon, ScanIcon } from '#app/ui/place-icons.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import {
  COLUMN,
  COLUMNS,
  ContactsNote,
  Entry,
  FireNote,
  GROUP,
  OwnAccount,
  PushRow,
  Row,
  usePushDenied,
} from './mine-rows.tsx'
import { bottomPlaces, MENU_ICONS } from './navigation.tsx'
import { useAccountEntries } from './use-account-entries.tsx'

const facts = () => import('./mine-facts.tsx')
const DeviceStateCard = lazy(() => facts().then((loaded) => ({ default: loaded.DeviceStateCard })))
const OwnContacts = lazy(() => facts().then((loaded) => ({ default: loaded.OwnContacts })))
const SupportCard = lazy(() => facts().then((loaded) => ({ default: loaded.SupportCard })))

interface AuthorityMineProps {
  readonly user: SessionUser
}

interface Place {
  readonly to: string
  readonly label: string
  readonly Icon: ComponentType
  readonly note?: ReactNode
}

export function AuthorityMine({ user }: AuthorityMineProps) {
  const { total: fires } = useSyncExternalStore(openFires.follow, openFires.read)
  const actor = actorOf(useSession())
  const isDesk = useMedia(DESK)
  const unread = useQuery({ ...messageQuery.unreadCount(), enabled: false })
  const unsent = useUnsent().length
  const isWide = useMedia(WIDE)
  const pending = useQuery({ ...approvalQuery.pending(), enabled: false })
  const { entries, dialogs } = useAccountEntries(user)
  const places = useMenu().map(({ to, label, icon }): Place => ({ to, label, Icon: MENU_ICONS[icon] }))
  const notes: readonly (readonly [to: string, count: number | undefined, unit: string, isFetched?: boolean])[] = [
    ['/alarms', fires, '处未结束'],
    ['/examineList', pending.data?.applications, '项待审批', pending.isFetched],
    ['/companyList', pending.data?.providers, '家待审核', pending.isFetched],
    ['/messages', unread.data?.unreadNum, '条未读', unread.isFetched],
    ['/outbox', unsent, '项'],
  ]
  const [kept] = useState(() => notes.flatMap(([to, count]) => (count === 0 && to !== '/messages' ? [] : to)))
  const all: readonly Place[] = [
    ...places,
    { to: '/messages', label: '消息', Icon: BellIcon },
    { to: '/outbox', label: '待提交', Icon: UploadIcon },
  ]
  const todo = notes.flatMap(([to, count, unit, isFetched]) => {
    if (count === 0 && !kept.includes(to)) return []
    const unknown = isFetched ? MISSING : <Skeleton className="h-3.5 w-16" />
    const note =
      count === 0 ? '无' : to === '/alarms' ? <FireNote /> : count === undefined ? unknown : `${count} ${unit}`
    return all.filter((one) => one.to === to).map((place): Place => ({ ...place, note }))
  })
  const elsewhere = new Set([...bottomPlaces(actor), ...todo].map(({ to }) => to))
  const account = (
    <ul aria-label="账号设置" className={isDesk ? 'divide-y divide-line' : GROUP}>
      {entries
        .filter(({ key }) => key !== 'scan' && key !== 'packs')
        .map((entry) => (
          <Entry key={entry.key} of={entry} />
        ))}
    </ul>
  )
  const own = (
    <OwnAccount user={user}>
      <Organ />
    </OwnAccount>
  )
  const isDenied = usePushDenied()
  const waiting = <Group title="待办" of={todo} second={isDenied && <PushRow />} />
  const device = (
    <Suspense fallback={<CardSpace height={isDenied ? 229 : 274} />}>
      <DeviceStateCard />
    </Suspense>
  )
  const support = (
    <Suspense fallback={null}>
      <SupportCard />
    </Suspense>
  )
  const contacts = (
    <Suspense fallback={null}>
      <OwnContacts />
    </Suspense>
  )
  if (!isDesk)
    return (
      <div className="grid gap-3">
        {own}
        {waiting}
        <Group
          title="管理"
          of={[
            ...places.filter(({ to }) => !elsewhere.has(to)),
            ...(may('duty', actor)
              ? [{ to: '/dutyContacts', label: '值班联系人', Icon: CallIcon, note: <Contacts /> }]
              : []),
            ...(elsewhere.has('/scan') ? [] : [{ to: '/scan', label: '扫码', Icon: ScanIcon }]),
          ]}
        />
        {device}
        {account}
        {support}
        {dialogs}
      </div>
    )
  return (
    <div className="grid gap-3">
      {own}
      <div className={COLUMNS}>
        <div className={COLUMN}>
          {waiting}
          {isWide && contacts}
        </div>
        <div className={COLUMN}>
          <Card flush title="账号设置" className="overflow-hidden">
            {account}
          </Card>
          {isWide && support}
        </div>
        <div className={COLUMN}>
          {device}
          {!isWide && support}
          {!isWide && contacts}
        </div>
      </div>
      {dialogs}
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly of: readonly Place[]
  readonly second?: ReactNode
}

function Group({ title, of, second }: GroupProps) {
  const leading = of[0]?.to === '/alarms' ? 1 : 0
  const row = ({ to, label, Icon, note }: Place) => <Row key={to} to={to} label={label} icon={<Icon />} note={note} />
  return (
    <Card flush title={title} className="overflow-hidden">
      <ul className="divide-y divide-line">
        {of.slice(0, leading).map(row)}
        {second}
        {of.slice(leading).map(row)}
        {of.length === 0 && !second && (
          <li className="flex min-h-[3.5rem] items-center px-4 text-base text-ink-soft">暂无{title}</li>
        )}
      </ul>
    </Card>
  )
}

function Contacts() {
  const contacts = useQuery(dutyContactQuery.list()).data?.list
  return contacts ? <ContactsNote of={contacts} /> : null
}

function Organ() {
  return <Dotted of={['消防救援机构', useAreaName(areaOf({}).countyNo)]} />
}
